import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { SettingsForm } from '#web/features/settings/settings-form.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireAdmin } from '#web/lib/require-member.ts'
import { orRouteError } from '#web/lib/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './impostazioni.module.css'

const TITLE = 'Impostazioni'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  return orRouteError(call('GET /api/settings'))
}

export const HydrateFallback = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>{TITLE}</h1>
    <LoadingStatus />
    <Skeleton shape="box" count={4} />
  </div>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Settings() {
  const settings = useLoaderData<typeof clientLoader>()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{TITLE}</h1>
      <p>Quello che salvi qui lo vedono subito tutti, in ogni pagina e nelle e-mail.</p>
      <SettingsForm loaded={settings} />
    </div>
  )
}
