import { Link, type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LinkConfirmation } from '#web/ui/form/link-confirmation.tsx'

const TITLE = 'Annulla la modifica'

export const meta: MetaFunction = () => privateMeta(TITLE)

export default function RestoreCredentials() {
  const { id = '' } = useParams()
  return (
    <LinkConfirmation
      title={TITLE}
      question="Vuoi annullare il cambio di e-mail o password del tuo account? Tornano quelle di prima, le passkey vengono tolte e tutte le sessioni si chiudono."
      submit="Annulla la modifica"
      confirm={() => callAsVisitor('POST /api/users/restore/:id', { params: { id } })}
      aside={<Link to="/">No, torna alla vetrina</Link>}
    >
      <p>Chi ha fatto la modifica può conoscere la tua password: scegline subito una nuova.</p>
      <p>
        <ButtonLink to="/password-recovery">Scegli una nuova password</ButtonLink>
      </p>
    </LinkConfirmation>
  )
}
