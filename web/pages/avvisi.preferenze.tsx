import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { PreferenceList } from '#web/features/talk/notices/preference-list.tsx'
import { PushSwitch } from '#web/features/talk/push/push-switch.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const TITLE = 'Preferenze degli avvisi'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/notices/preferences'))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Preferenze() {
  return (
    <ListPage title={TITLE}>
      <Panel
        id="posta"
        title="Per e-mail"
        lead="Sul sito gli avvisi ci sono sempre. Qui scegli quali ti arrivano anche per e-mail, e quando."
      >
        <p>
          Richieste e promemoria, passi avanti, VAL ricevuti e inviati, decisioni e sospensioni arrivano sempre, subito
          e a qualsiasi ora: fanno parte dei tuoi scambi e del tuo account.
        </p>
        <PreferenceList preferences={useLoaderData<typeof clientLoader>()} />
        <p>
          Un messaggio arriva per e-mail se non lo leggi entro cinque minuti. Tra le 22 e le 8 queste e-mail aspettano
          il mattino, salvo quelle sui VAL che ti vengono chiesti. Quello che hai già visto qui non arriva più.
        </p>
      </Panel>
      <Panel id="notifiche" title="Su questo dispositivo">
        <PushSwitch />
      </Panel>
      <p>
        <Link to="/avvisi">Torna agli avvisi</Link>
      </p>
    </ListPage>
  )
}
