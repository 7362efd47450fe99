import { useState } from 'react'
import type { PasskeyView } from '#domain/accounts/passkeys.schema.ts'
import { theDate } from '#domain/base/dates.ts'
import { PasskeyAdding } from '#web/features/accounts/passkeys/passkey-adding.tsx'
import { PasskeyRemoval } from '#web/features/accounts/passkeys/passkey-removal.tsx'
import { PasskeyRenaming } from '#web/features/accounts/passkeys/passkey-renaming.tsx'
import { usePasskeySupport } from '#web/lib/session/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from '../profile/profile.module.css'

const Entry = ({ passkey, onDone }: { passkey: PasskeyView; onDone: (message: string) => void }) => {
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className={styles.block}>
      <div>
        <strong>{name}</strong>
        <p className={styles.hint}>
          Aggiunta {theDate(createdAt)}
          {lastUsedAt ? `, usata l’ultima volta ${theDate(lastUsedAt)}` : ', mai usata'}
        </p>
      </div>
      <div className={styles.row}>
        <Button kind="outlined" onClick={() => setOpen('rename')} aria-label={`Rinomina ${name}`}>
          Rinomina
        </Button>
        <Button kind="outlined" onClick={() => setOpen('remove')} aria-label={`Rimuovi ${name}`}>
          Rimuovi
        </Button>
      </div>
      <PasskeyRenaming passkey={passkey} open={open === 'rename'} onClose={close} onDone={onDone} />
      <PasskeyRemoval passkey={passkey} open={open === 'remove'} onClose={close} onDone={onDone} />
    </li>
  )
}

type Props = { passkeys: PasskeyView[]; email: string; onChange: () => Promise<void> }

export const Passkeys = ({ passkeys, email, onChange }: Props) => {
  const isSupported = usePasskeySupport()
  const [isAdding, setIsAdding] = useState(false)
  const [message, setMessage] = useState('')
  const done = async (text: string) => {
    await onChange()
    setMessage(text)
  }
  return (
    <Panel
      id="passkey"
      title="Passkey"
      lead="Accedi con l’impronta, il viso o il PIN di un tuo dispositivo. Con una passkey confermi anche i pagamenti grandi e vedi la chiave del portafoglio. La password resta valida."
    >
      {passkeys.length > 0 ? (
        <ul className={styles.blocks}>
          {passkeys.map((passkey) => (
            <Entry key={passkey._id} passkey={passkey} onDone={done} />
          ))}
        </ul>
      ) : (
        <p>Non ne hai ancora.</p>
      )}
      {message && <Alert tone="success">{message}</Alert>}
      {isSupported ? (
        <div>
          <Button kind="outlined" onClick={() => setIsAdding(true)}>
            Aggiungi una passkey
          </Button>
        </div>
      ) : (
        <p className={styles.hint}>Con questo browser non se ne possono aggiungere.</p>
      )}
      <PasskeyAdding email={email} open={isAdding} onClose={() => setIsAdding(false)} onDone={done} />
    </Panel>
  )
}
