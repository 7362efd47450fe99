import { Form } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { hasStock } from '#domain/listing-terms.ts'
import type { Listing } from '#domain/listings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './contact-form.module.css'

// A longer list is no help to anybody: past this one types the number.
const MOST_OPTIONS = 50

const Quantity = ({ stock }: { stock: number }) => (
  <div className={styles.quantity}>
    <label htmlFor="quantity">Quantità</label>
    {stock <= MOST_OPTIONS ? (
      <select id="quantity" name="qty">
        {Array.from({ length: stock }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the options are the numbers themselves
          <option key={index}>{index + 1}</option>
        ))}
      </select>
    ) : (
      <input id="quantity" name="qty" type="number" min="1" max={stock} defaultValue="1" required />
    )}
  </div>
)

/** From here one goes to the cart, which is how a seller is contacted. */
export const ContactForm = ({ listing }: { listing: Listing }) => {
  if (listing.pause) return <Alert tone="notice">{MESSAGES.listingPaused}</Alert>
  const counted = hasStock(listing)
  if (counted && listing.countInStock < 1) return <p className={styles.gone}>Esaurito</p>
  return (
    <Form action={`/cart/${listing._id}`} className={styles.form}>
      <p className={styles.available}>
        {counted
          ? `Disponibile: ${listing.countInStock} ${listing.countInStock === 1 ? 'pezzo' : 'pezzi'}`
          : 'Disponibile'}
      </p>
      {counted ? <Quantity stock={listing.countInStock} /> : <input type="hidden" name="qty" value="1" />}
      <Button type="submit" className={styles.submit}>
        Contatta Offerente
      </Button>
    </Form>
  )
}
