import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { ProfilePart } from '#web/features/accounts/profile/profile-part.tsx'
import { PreferenceList } from '#web/features/talk/notices/preference-list.tsx'
import { PushSwitch } from '#web/features/talk/push/push-switch.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'Preferenze delle notifiche'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/notices/preferences'))
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Preferenze() {
  return (
    <ProfilePart title={TITLE}>
      <Panel
        id="posta"
        title="Per e-mail"
        lead="Sul sito le notifiche ci sono sempre. Qui scegli quali ti arrivano anche per e-mail, e quando."
      >
        <PreferenceList preferences={useLoaderData<typeof clientLoader>()} />
        <p>
          Un messaggio arriva per e-mail se non lo leggi entro cinque minuti. Tra le 22 e le 8 le e-mail che scegli tu
          aspettano il mattino, salvo quelle sui VAL chiesti. Quello che hai già visto qui non arriva più.
        </p>
      </Panel>
      <Panel id="notifiche" title="Su questo dispositivo">
        <PushSwitch />
      </Panel>
    </ProfilePart>
  )
}
