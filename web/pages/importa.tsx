import { type ClientLoaderFunctionArgs, Link, type MetaFunction } from 'react-router'
import { INVITATION_DAYS } from '#domain/accounts/member-import.ts'
import { ImportForm } from '#web/features/accounts/import/import-form.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const TITLE = 'Iscrivi da un file'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  return null
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Import() {
  return (
    <ListPage title={TITLE} action={<Link to="/userlist">Torna agli utenti</Link>}>
      <Panel
        id="file"
        title="File"
        lead={`Nessuna password viaggia nel file. Chi non accetta l’invito entro ${INVITATION_DAYS} giorni viene cancellato.`}
      >
        <ImportForm />
      </Panel>
    </ListPage>
  )
}
