import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { BeginActing } from '#web/features/accounts/desk/begin-acting.tsx'
import { RegisterPerson } from '#web/features/accounts/desk/register-person.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { requireDesk } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Sportello'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => requireDesk(url)

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Desk() {
  return (
    <ListPage title={TITLE}>
      <BeginActing />
      <RegisterPerson />
    </ListPage>
  )
}
