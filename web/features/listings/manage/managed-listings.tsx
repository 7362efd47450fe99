import { type ReactNode, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { ListingCard, ListingPage } from '#domain/listings.schema.ts'
import { call } from '#web/client.ts'
import { CreateButton } from '#web/features/listings/manage/create-button.tsx'
import { ListingDeletion } from '#web/features/listings/manage/listing-deletion.tsx'
import { ListingTable } from '#web/features/listings/manage/listing-table.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './managed-listings.module.css'

const PER_PAGE = 20

/** One page of listings for their owner or an admin, with drafts, paused and expired ones. */
export const getManagedPage = (page: number, seller?: string): Promise<ListingPage> =>
  call('GET /api/products', { query: { p: page, pageSize: PER_PAGE, seller } })

type Props = {
  title: string
  list: ListingPage
  pathOf: (page: number) => string
  withSeller?: boolean
  /** Shown above the list. */
  notice?: ReactNode
}

export const ManagedListings = ({ title, list, pathOf, withSeller = false, notice }: Props) => {
  const { revalidate } = useRevalidator()
  const location = useLocation()
  const [leaving, setLeaving] = useState<ListingCard>()
  const [deleted, setDeleted] = useState<string>()
  const said = deleted ?? (location.state as { said?: string } | null)?.said

  const afterDeletion = async (message: string) => {
    setLeaving(undefined)
    setDeleted(message)
    await revalidate()
  }
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1 className={styles.title}>{title}</h1>
        <CreateButton />
      </div>
      <Outcome success={said} />
      {notice}
      {list.products.length > 0 ? (
        <ListingTable listings={list.products} caption={title} withSeller={withSeller} onDelete={setLeaving} />
      ) : (
        <EmptyState title="Nessun annuncio trovato">Con «Crea Annuncio» ne pubblichi uno in un minuto.</EmptyState>
      )}
      <Pagination page={list.page} pages={list.pages} pathOf={pathOf} label="Pagine degli annunci" />
      <ListingDeletion listing={leaving} onClose={() => setLeaving(undefined)} onDeleted={afterDeletion} />
    </div>
  )
}

export const ManagedListingsToCome = ({ title }: { title: string }) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    <LoadingStatus />
    <Skeleton shape="field" count={8} />
  </div>
)
