import { Link, type MetaFunction, useNavigate, useParams } from 'react-router'
import { MIN_PASSWORD } from '#domain/accounts/members.ts'
import { callAsVisitor } from '#web/client.ts'
import { NewPasswordFields, passwordMismatch } from '#web/features/accounts/profile/new-password-fields.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const meta: MetaFunction = () => privateMeta('Scegli una nuova password')

export default function PasswordReset() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const replace = async (data: FormData) => {
    const password = String(data.get('password'))
    await callAsVisitor('POST /api/users/password-replacement', { body: { newData: password, id } })
    await navigate('/signin', { state: {} })
  }
  return (
    <Sheet
      title="Scegli una nuova password"
      lead="Dopo averla salvata dovrai accedere di nuovo su tutti i tuoi dispositivi. Le passkey che avevi vengono tolte: puoi aggiungerle di nuovo dal profilo."
    >
      <Form
        check={passwordMismatch}
        onSubmit={replace}
        submit="Salva la password"
        aside={<Link to="/password-recovery">Chiedi un nuovo link</Link>}
      >
        <NewPasswordFields hint={`Almeno ${MIN_PASSWORD} caratteri.`} />
      </Form>
    </Sheet>
  )
}
