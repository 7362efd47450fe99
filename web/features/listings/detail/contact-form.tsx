import { Form } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { hasStock, KINDS, stockText } from '#domain/kinds.ts'
import type { Listing } from '#domain/listings.schema.ts'
import { Button } from '#web/ui/button.tsx'
import { Quantity } from '#web/ui/data/quantity.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './contact-form.module.css'

/** Adds the listing to the cart, the first step of contacting a seller. */
export const ContactForm = ({ listing }: { listing: Listing }) => {
  if (listing.pause) return <Alert tone="notice">{MESSAGES.listingPaused}</Alert>
  const counted = hasStock(listing)
  if (listing.places === 0) return <p className={styles.gone}>Posti esauriti</p>
  if (counted && listing.countInStock < 1)
    return <p className={styles.gone}>{KINDS[listing.section].stock === 'wanted' ? 'Trovato' : 'Esaurito'}</p>
  return (
    <Form action={`/cart/${listing._id}`} className={styles.form}>
      {counted && <p className={styles.available}>{stockText(listing)}</p>}
      {listing.places !== null && <p className={styles.available}>Posti liberi: {listing.places}</p>}
      {counted ? (
        <Quantity
          max={listing.countInStock}
          label={KINDS[listing.section].quantityLabel}
          selectProps={{ name: 'qty' }}
          inputProps={{ name: 'qty', defaultValue: '1', required: true }}
        />
      ) : (
        <input type="hidden" name="qty" value="1" />
      )}
      <Button type="submit" className={styles.submit}>
        {KINDS[listing.section].contact}
      </Button>
    </Form>
  )
}
