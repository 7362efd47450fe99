import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { signOut } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

/** Erases the account after asking for the password; closing the dialog afterwards signs out. */
export const ErasureDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [erased, setErased] = useState(false)
  const leave = () => signOut('/')
  const erase = async (data: FormData) => {
    await call('POST /api/privacy/erase', { body: textsIn(data, 'password') })
    setErased(true)
  }
  return (
    <Dialog title="Cancella il mio account" open={open} onClose={erased ? leave : onClose}>
      {erased ? (
        <>
          <Alert tone="success">{ACCOUNT_MESSAGES.erased}</Alert>
          <div>
            <Button onClick={leave}>Torna alla vetrina</Button>
          </div>
        </>
      ) : (
        <>
          <p>
            I tuoi annunci spariscono, il tuo nome diventa «Utente cancellato» negli scambi degli altri e il portafoglio
            non sarà più raggiungibile da qui. <strong>Non si può annullare.</strong>
          </p>
          <Form
            label="Cancella il mio account"
            onSubmit={erase}
            submit="Cancella per sempre"
            busy="Cancello…"
            danger
            aside={
              <Button kind="plain" onClick={onClose}>
                Annulla
              </Button>
            }
          >
            <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
          </Form>
        </>
      )}
    </Dialog>
  )
}
