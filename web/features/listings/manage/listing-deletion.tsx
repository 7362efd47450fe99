import { isDraft } from '#domain/listing-terms.ts'
import type { ListingCard } from '#domain/listings.ts'
import { sendAsMember } from '#web/lib/member-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'

type Props = {
  listing: ListingCard | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const ListingDeletion = ({ listing, onClose, onDeleted }: Props) => {
  const remove = async () => {
    if (!listing) return
    const { message } = await sendAsMember<{ message: string }>('DELETE', `/api/products/${listing._id}`)
    await onDeleted(message)
  }
  return (
    <Dialog title="Cancellare questo annuncio?" open={listing !== undefined} onClose={onClose}>
      <p>
        <strong>{listing?.name}</strong> sparirà con le sue foto e le sue recensioni. Non si può annullare.
        {listing && !listing.pause && !isDraft(listing.name) && ' Se vuoi solo nasconderlo, modificalo e disattivalo.'}
      </p>
      <Form
        label="Cancella annuncio"
        onSubmit={remove}
        submit="Cancella"
        busy="Cancello…"
        danger
        aside={
          <Button kind="plain" onClick={onClose} data-first>
            Annulla
          </Button>
        }
      >
        {null}
      </Form>
    </Dialog>
  )
}
