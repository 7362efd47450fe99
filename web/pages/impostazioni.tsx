import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { SettingsForm } from '#web/features/association/settings/settings-form.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'Impostazioni'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  return orRouteError(call('GET /api/settings'))
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Settings() {
  const settings = useLoaderData<typeof clientLoader>()
  return (
    <PanelPage title={TITLE} narrow>
      <p>Quello che salvi qui lo vedono subito tutti, in ogni pagina e nelle e-mail.</p>
      <SettingsForm loaded={settings} />
    </PanelPage>
  )
}
