import { useEffect, useState } from 'react'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { Parsed } from '#domain/calls.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { signOut } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

const TITLE = 'Cancella il mio account'

/** `openRequests` is null if the server could not tell. */
type Preview = Omit<Parsed<'GET /api/privacy/erase', 'answer'>, 'openRequests'> & { openRequests: number | null }

/** What the member loses, read when the dialog opens; undefined until then. */
const usePreview = (open: boolean): Preview | undefined => {
  const [preview, setPreview] = useState<Preview>()
  useEffect(() => {
    if (open) call('GET /api/privacy/erase').then(setPreview, () => setPreview({ openRequests: null, val: null }))
  }, [open])
  return preview
}

const aboutVal = ({ val }: Preview): string | undefined => {
  if (val === 0) return undefined
  const amount = val === null ? '' : `, ${formatPrice({ val })},`
  return `Quello che resta nel tuo portafoglio${amount} va alla tesoreria dell’associazione.`
}

const aboutRequests = ({ openRequests }: Preview): string | undefined => {
  if (openRequests === 0) return undefined
  const what =
    openRequests === 1
      ? 'La tua richiesta aperta viene chiusa'
      : `Le tue ${openRequests === null ? '' : `${openRequests} `}richieste aperte vengono chiuse`
  return `${what}, e lo diciamo a chi aspetta. I VAL ricevuti per cose non ancora consegnate tornano a chi li ha trasferiti.`
}

const Consequences = ({ preview }: { preview: Preview }) => (
  <ul>
    {[
      'I tuoi annunci spariscono.',
      'Sparisce anche quello che le altre persone hanno scritto di te dopo uno scambio.',
      'Il tuo nome diventa «Utente cancellato» negli scambi e nei commenti.',
      aboutRequests(preview),
      aboutVal(preview),
    ].map((line) => line && <li key={line}>{line}</li>)}
    <li>
      <strong>Non si può annullare.</strong>
    </li>
  </ul>
)

/** Shows what is lost, asks for the password and erases the account; closing the dialog afterwards signs out. */
export const DeleteAccountDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [erased, setErased] = useState(false)
  const preview = usePreview(open)
  const leave = () => signOut('/')
  const erase = async (data: FormData) => {
    await call('POST /api/privacy/erase', { body: textsIn(data, 'password') })
    setErased(true)
  }
  if (erased)
    return (
      <Dialog title={TITLE} open={open} onClose={leave}>
        <Alert tone="success">{ACCOUNT_MESSAGES.erased}</Alert>
        <div>
          <Button onClick={leave}>Torna alla vetrina</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={TITLE} open={open} onClose={onClose}>
      {preview ? (
        <>
          <Consequences preview={preview} />
          <Form
            label={TITLE}
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
      ) : (
        <Spinner label="Un momento…" />
      )}
    </Dialog>
  )
}
