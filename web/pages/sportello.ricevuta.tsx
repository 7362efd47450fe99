import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import styles from '#web/features/accounts/desk/desk.module.css'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { redirectTo } from '#web/lib/page/redirect-target.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Ricevuta dello sportello'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  if (!isActing()) throw redirectTo('/sportello')
  return orRouteError(call('GET /api/desk/receipt'))
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={3} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Receipt() {
  const { member, volunteer, balance, acts } = useLoaderData<typeof clientLoader>()
  const site = useSite()
  return (
    <Sheet title={TITLE} lead={`${volunteer} ha agito per conto di ${member}.`}>
      <ul className={styles.acts}>
        {acts.map(({ at, text }) => (
          <li key={`${at} ${text}`} className={styles.act}>
            <time dateTime={at}>
              {formatDate(at)} {formatTime(at)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className={styles.balance}>
        {balance === null ? 'Il saldo adesso non si può leggere.' : `Saldo di ${member}: ${formatVal(balance)}`}
      </p>
      <p>
        Tutto resta nel registro dell’associazione. Se allo sportello o tra chi amministra c’è un’altra persona, ogni
        settimana riceve l’elenco, per controllarlo. Se qualcosa non torna, avvisa l’associazione: {site?.publicUrl}
        /contatti
      </p>
      <div className={`${styles.signatures} on-paper`}>
        <p>Firma di {member}</p>
        <p>Firma di {volunteer}</p>
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => window.print()}>Stampa</Button>
      </div>
    </Sheet>
  )
}
