import { Link, type MetaFunction, useParams } from 'react-router'
import {
  isAlwaysMailed,
  type Leavable,
  LINK_SUBJECTS,
  NOTICE_MESSAGES,
  OPTIONAL_NOTICES,
} from '#domain/talk/notices.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { LinkConfirmation } from '#web/ui/form/link-confirmation.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Meno e-mail'

export const meta: MetaFunction = () => privateMeta(TITLE)

const questionFor = (kind: Leavable | undefined): string => {
  if (kind === 'digest') return 'Non vuoi più ricevere il riepilogo giornaliero?'
  return kind
    ? `Non vuoi più ricevere queste e-mail: «${OPTIONAL_NOTICES[kind].label}»?`
    : 'Non vuoi più ricevere queste e-mail?'
}

export default function AvvisiDisiscrizione() {
  const { code = '' } = useParams()
  const kind = LINK_SUBJECTS.find((known) => known === code.split('.')[1])
  if (kind && isAlwaysMailed(kind))
    return (
      <Sheet title={TITLE}>
        <Alert tone="notice">{NOTICE_MESSAGES.always}</Alert>
        <p>
          Per le altre e-mail <Link to="/avvisi/preferenze">scegli che cosa ti arriva</Link>.
        </p>
      </Sheet>
    )
  return (
    <LinkConfirmation
      title={TITLE}
      question={questionFor(kind)}
      submit={kind === 'digest' ? 'Disattivalo' : 'Disattivale'}
      confirm={() => callAsVisitor('POST /api/notices/leave/:code', { params: { code } })}
      aside={<Link to="/">No, torna alla vetrina</Link>}
    >
      <p>
        Hai cambiato idea? <Link to="/avvisi/preferenze">Scegli che cosa ti arriva</Link>
      </p>
    </LinkConfirmation>
  )
}
