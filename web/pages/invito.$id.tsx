import { Link, type MetaFunction, useNavigate, useParams } from 'react-router'
import { MIN_PASSWORD } from '#domain/accounts/members.ts'
import { callAsVisitor } from '#web/client.ts'
import { NewPasswordFields, passwordMismatch } from '#web/features/accounts/profile/new-password-fields.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { useSite } from '#web/lib/site.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Entra in piazza'

export const meta: MetaFunction = () => privateMeta(TITLE)

export default function Invitation() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const site = useSite()
  const accept = async (data: FormData) => {
    const body = { password: String(data.get('password')), terms: true as const }
    const { email } = await callAsVisitor('POST /api/users/invitation/:id', { params: { id }, body })
    await navigate(signInPath('/productlist/seller'), { state: { email } })
  }
  return (
    <Sheet
      title={TITLE}
      lead={`${site?.associationName ?? 'L’associazione'} ha preparato un account per te: scegli una password, e accedi con l’e-mail a cui è arrivato l’invito.`}
    >
      <Form check={passwordMismatch} onSubmit={accept} submit="Entra in piazza">
        <NewPasswordFields label="Password" hint={`Almeno ${MIN_PASSWORD} caratteri.`} />
        <CheckField
          name="terms"
          required
          label={
            <>
              Accetto le <Link to="/condizioni">condizioni d’uso</Link> e ho letto l’
              <Link to="/privacy">informativa sulla privacy</Link>.
            </>
          }
        />
      </Form>
    </Sheet>
  )
}
