import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft } from '#domain/listings.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = {
  listing: ListingCard | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const ListingDeletion = ({ listing, ...heard }: Props) => (
  <Deletion
    title="Cancellare questo annuncio?"
    label="Cancella annuncio"
    path={listing && `/api/products/${listing._id}`}
    {...heard}
  >
    <p>
      <strong>{listing?.name}</strong> sparirà con le sue foto e le sue recensioni. Non si può annullare.
      {listing && !listing.pause && !isDraft(listing.name) && ' Se vuoi solo nasconderlo, modificalo e disattivalo.'}
    </p>
  </Deletion>
)
