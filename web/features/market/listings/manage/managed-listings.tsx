import type { ReactNode } from 'react'
import type { ListingCard, ListingPage } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { call } from '#web/client.ts'
import { CreateListingButton } from '#web/features/market/listings/manage/create-listing-button.tsx'
import { ListingRows } from '#web/features/market/listings/manage/listing-rows.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Deletion, useDeletion } from '#web/ui/deletion.tsx'
import { ListPage } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const PER_PAGE = 20

/** One page of listings for their owner or an admin, with drafts, paused and expired ones. */
export const getManagedPage = (
  page: number,
  { seller, name }: { seller?: string; name?: string },
): Promise<ListingPage> => call('GET /api/products', { query: { p: page, pageSize: PER_PAGE, seller, name } })

type Props = {
  title: string
  list: ListingPage
  pathOf: (page: number) => string
  withSeller?: boolean
  canCreate?: boolean
  search?: ReactNode
  /** Beside the button that creates a listing. */
  action?: ReactNode
  /** Shown above the list. */
  notice?: ReactNode
}

export const ManagedListings = ({
  title,
  list,
  pathOf,
  withSeller = false,
  canCreate = true,
  search,
  action,
  notice,
}: Props) => {
  const deletion = useDeletion<ListingCard>()
  return (
    <ListPage
      title={title}
      action={
        <>
          {canCreate && <CreateListingButton>Crea Annuncio</CreateListingButton>}
          {action}
        </>
      }
      search={search}
      message={deletion.message}
    >
      {notice}
      {list.products.length > 0 ? (
        <ListingRows listings={list.products} label={title} withSeller={withSeller} onDelete={deletion.setTarget} />
      ) : (
        <EmptyState title="Nessun annuncio trovato">
          {canCreate && 'Con «Crea Annuncio» ne pubblichi uno in un minuto.'}
        </EmptyState>
      )}
      <Pagination page={list.page} pages={list.pages} pathOf={pathOf} label="Pagine degli annunci" />
      <Deletion
        title="Cancellare questo annuncio?"
        label="Cancella annuncio"
        deletion={deletion}
        remove={({ _id }) => call('DELETE /api/products/:id', { params: { id: _id } })}
      >
        {({ name, pause }) => (
          <p>
            <strong>{name}</strong> sparirà con le sue foto e le sue recensioni. Non si può annullare.
            {!pause && !isDraft(name) && ' Se vuoi solo nasconderlo, mettilo in pausa.'}
          </p>
        )}
      </Deletion>
    </ListPage>
  )
}
