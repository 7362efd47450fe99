import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useLocation,
  useRevalidator,
} from 'react-router'
import type { FullMember } from '#domain/members.schema.ts'
import { callWithTotal } from '#web/client.ts'
import { DeletionDialog } from '#web/features/administration/deletion-dialog.tsx'
import { MemberSearch } from '#web/features/administration/member-search.tsx'
import { MemberTable } from '#web/features/administration/member-table.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { readPage } from '#web/lib/read-page.ts'
import { refusing } from '#web/lib/refusal.ts'
import { requireAdmin } from '#web/lib/require-member.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './userlist.module.css'

const TITLE = 'Utenti'
const PER_PAGE = 25

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = ({ q, order, p }: { q: string; order: string; p: number }) => {
  const given = Object.entries({ q, order, p: p > 1 ? String(p) : '' }).filter(([, value]) => value !== '')
  return `/userlist?${new URLSearchParams(given)}`
}

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  requireAdmin(url)
  const asked = { q: url.searchParams.get('q') ?? '', order: url.searchParams.get('order') ?? '', p: readPage(url) }
  const query = { ...asked, pageSize: PER_PAGE }
  const { answer: members, total } = await refusing(callWithTotal('GET /api/users', { query }))
  return { asked, members, total, pages: Math.ceil(total / PER_PAGE) }
}

export const HydrateFallback = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>{TITLE}</h1>
    <LoadingStatus />
    <Skeleton shape="field" />
    <Skeleton shape="field" count={8} />
  </div>
)

export default function UserList() {
  const { asked, members, total, pages } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const location = useLocation()
  const [leaving, setLeaving] = useState<FullMember>()
  const [deleted, setDeleted] = useState<string>()
  const said = deleted ?? (location.state as { said?: string } | null)?.said

  const afterDeletion = async (message: string) => {
    setLeaving(undefined)
    setDeleted(message)
    await revalidate()
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{TITLE}</h1>
      <MemberSearch q={asked.q} order={asked.order} />
      <Outcome success={said} />
      <p className={styles.count}>{total === 1 ? 'Un utente' : `${total} utenti`}</p>
      {members.length > 0 ? (
        <MemberTable members={members} onDelete={setLeaving} />
      ) : (
        <EmptyState title="Nessun utente trovato">Prova con un’altra parola.</EmptyState>
      )}
      <Pagination page={asked.p} pages={pages} pathOf={(p) => pathOf({ ...asked, p })} label="Pagine degli utenti" />
      <DeletionDialog member={leaving} onClose={() => setLeaving(undefined)} onDeleted={afterDeletion} />
    </div>
  )
}
