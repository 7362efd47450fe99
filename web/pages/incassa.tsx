import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { loadBalance } from '#web/features/val/wallet/load-wallet.ts'
import { Till } from '#web/features/val/wallet/till.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { requireVerified } from '#web/lib/session/require-member.ts'
import { useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Incassa'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id, username } = await requireVerified(url)
  return { username, wallet: loadBalance(_id) }
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={2} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Incassa() {
  const { username, wallet } = useLoaderData<typeof clientLoader>()
  const publicUrl = useSite()?.publicUrl ?? ''
  return (
    <Sheet title={TITLE} lead="Scrivi la somma, fai inquadrare il codice: qui vedi subito chi ha pagato.">
      <Till username={username} publicUrl={publicUrl} wallet={wallet} />
      <p>
        <Link to="/portafoglio">Torna al portafoglio</Link>
      </p>
    </Sheet>
  )
}
