import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { MAX_COUNTED, MAX_FOUND } from '#domain/base/long-lists.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import { call, callWithTotal } from '#web/client.ts'
import { ExportButton } from '#web/features/accounts/members/export-button.tsx'
import { HeldWelcomes } from '#web/features/accounts/members/held-welcomes.tsx'
import { MemberSearch } from '#web/features/accounts/members/member-search.tsx'
import { MemberTable } from '#web/features/accounts/members/member-table.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Deletion, useDeletion } from '#web/ui/deletion.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './userlist.module.css'

const TITLE = 'Utenti'
const PER_PAGE = 25

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = ({ q, order, p }: { q: string; order: string; p: number }) => {
  const given = Object.entries({ q, order, p: p > 1 ? String(p) : '' }).filter(([, value]) => value !== '')
  return `/userlist?${new URLSearchParams(given)}`
}

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const filters = { q: url.searchParams.get('q') ?? '', order: url.searchParams.get('order') ?? '', p: readPage(url) }
  const query = { ...filters, pageSize: PER_PAGE }
  const [{ answer: members, total }, held] = await orRouteError(
    Promise.all([callWithTotal('GET /api/users', { query }), call('GET /api/welcome')]),
  )
  return { filters, members, held, total, pages: Math.ceil(total / PER_PAGE) }
}

const memberCount = (total: number, isSearch: boolean): string => {
  if (total === 1) return 'Un utente'
  const number = formatNumber(total)
  return total === (isSearch ? MAX_FOUND : MAX_COUNTED) ? `${number} utenti o più` : `${number} utenti`
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function UserList() {
  const { filters, members, held, total, pages } = useLoaderData<typeof clientLoader>()
  const deletion = useDeletion<FullMember>()
  return (
    <ListPage
      title={TITLE}
      action={
        <>
          <ButtonLink to="/importa" kind="outlined">
            Iscrivi da un file
          </ButtonLink>
          <ExportButton table="members" />
        </>
      }
      search={<MemberSearch q={filters.q} order={filters.order} />}
      message={deletion.message}
    >
      <HeldWelcomes held={held} />
      <p className={styles.count}>{memberCount(total, filters.q !== '')}</p>
      {members.length > 0 ? (
        <MemberTable members={members} onDelete={deletion.setTarget} />
      ) : (
        <EmptyState title="Nessun utente trovato">Prova con un’altra parola.</EmptyState>
      )}
      <Pagination
        page={filters.p}
        pages={pages}
        pathOf={(p) => pathOf({ ...filters, p })}
        label="Pagine degli utenti"
      />
      <Deletion
        title="Cancellare questo utente?"
        label="Cancella utente"
        deletion={deletion}
        remove={({ _id }) => call('DELETE /api/users/:id', { params: { id: _id } })}
      >
        {({ username, email }) => (
          <p>
            <strong>{username}</strong> {email && `(${email}) `}non potrà più accedere e i suoi annunci spariranno. Gli
            scambi con altri restano, senza il suo nome. Non si può annullare.
          </p>
        )}
      </Deletion>
    </ListPage>
  )
}
