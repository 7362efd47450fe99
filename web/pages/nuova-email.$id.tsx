import { Link, type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LinkConfirmation } from '#web/ui/form/link-confirmation.tsx'

const TITLE = 'Nuovo indirizzo e-mail'

export const meta: MetaFunction = () => privateMeta(TITLE)

export default function NewEmail() {
  const { id = '' } = useParams()
  return (
    <LinkConfirmation
      title={TITLE}
      question="Confermi che l’indirizzo a cui hai ricevuto il messaggio è la nuova e-mail del tuo account?"
      submit="Conferma"
      confirm={() => callAsVisitor('POST /api/users/new-email/:id', { params: { id } })}
      aside={<Link to="/profilo/sicurezza">Chiedi un nuovo link dal profilo</Link>}
    >
      <p>
        <ButtonLink to="/profilo/sicurezza">Vai al tuo profilo</ButtonLink>
      </p>
    </LinkConfirmation>
  )
}
