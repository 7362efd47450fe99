import { Link, type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { LinkConfirmation } from '#web/ui/form/link-confirmation.tsx'

const TITLE = 'Disiscriviti dalla newsletter'

export const meta: MetaFunction = () => privateMeta(TITLE)

export default function Disiscrizione() {
  const { code = '' } = useParams()
  return (
    <LinkConfirmation
      title={TITLE}
      question="Non vuoi più ricevere la newsletter?"
      submit="Disiscriviti"
      confirm={() => callAsVisitor('POST /api/newsletter/leave/:code', { params: { code } })}
      aside={<Link to="/">No, torna alla vetrina</Link>}
    >
      <p>
        Hai cambiato idea? <Link to="/newsletter">Iscriviti di nuovo</Link>
      </p>
    </LinkConfirmation>
  )
}
