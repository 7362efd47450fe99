import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft } from '#domain/listings.ts'
import { call } from '#web/client.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = {
  listing: ListingCard | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const ListingDeletion = ({ listing, ...handlers }: Props) => (
  <Deletion
    title="Cancellare questo annuncio?"
    label="Cancella annuncio"
    remove={listing && (() => call('DELETE /api/products/:id', { params: { id: listing._id } }))}
    {...handlers}
  >
    <p>
      <strong>{listing?.name}</strong> sparirà con le sue foto e le sue recensioni. Non si può annullare.
      {listing && !listing.pause && !isDraft(listing.name) && ' Se vuoi solo nasconderlo, modificalo e disattivalo.'}
    </p>
  </Deletion>
)
