import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

export const meta: MetaFunction = () => privateMeta('Recupera la password')

export default function PasswordRecovery() {
  const [sentTo, setSentTo] = useState<string>()
  const recover = async (data: FormData) => {
    const email = String(data.get('email'))
    await callAsVisitor('POST /api/users/password-recovery', { body: { email } })
    setSentTo(email)
  }
  if (sentTo)
    return (
      <Sheet title="Controlla la posta">
        <Alert tone="success">{ACCOUNT_MESSAGES.recoverySent}</Alert>
        <p>
          L’abbiamo inviata a <strong>{sentTo}</strong>. Se non la trovi guarda tra lo spam.
        </p>
        <p>
          <Link to="/signin">Torna ad accedere</Link>
        </p>
      </Sheet>
    )
  return (
    <Sheet
      title="Recupera la password"
      lead="Scrivi l’e-mail del tuo account: ti mandiamo un link per scegliere una nuova password."
    >
      <Form onSubmit={recover} submit="Invia il link" aside={<Link to="/signin">Torna ad accedere</Link>}>
        <EmailField label="E-mail" name="email" autoComplete="username" />
      </Form>
      <p>
        Non hai un account? <Link to="/register">Registrati</Link>
      </p>
    </Sheet>
  )
}
