import { useState } from 'react'
import { call } from '#web/client.ts'
import { CopyButton } from '#web/features/val/wallet/copy-button.tsx'
import { useProof } from '#web/lib/session/use-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProofForm } from '#web/ui/form/proof-form.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './wallet.module.css'

/** Shows the wallet's private key after a passkey or the password; it is discarded when the dialog closes. */
export const SecretDialog = ({ memberId }: { memberId: string }) => {
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const proof = useProof(open)
  const close = () => {
    setOpen(false)
    setSecret(undefined)
  }
  const reveal = async (data: FormData) => {
    const input = { params: { id: memberId }, body: await proof.prove({ purpose: 'secret' }, data) }
    setSecret((await call('POST /api/users/:id/secret', input)).accountKey)
  }
  return (
    <div>
      <Button kind="outlined" onClick={() => setOpen(true)}>
        Mostra la chiave segreta
      </Button>
      <Dialog title="Chiave segreta" open={open} onClose={close}>
        <Alert tone="notice">Chi ha questa chiave può spendere i tuoi VAL. Non darla a nessuno, neanche a noi.</Alert>
        {secret ? (
          <>
            <code className={styles.secret}>{secret}</code>
            <div className={styles.row}>
              <CopyButton text={secret} what="la chiave segreta" />
              <Button onClick={close}>Nascondi</Button>
            </div>
          </>
        ) : (
          <ProofForm
            label="Chiave segreta"
            method={proof.method}
            onPassword={proof.choosePassword}
            onSubmit={reveal}
            submit="Mostra"
            aside={
              <Button kind="plain" onClick={close}>
                Annulla
              </Button>
            }
          />
        )}
      </Dialog>
    </div>
  )
}
