import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { maxQuantity } from '#domain/exchange/cart.ts'
import { hasStock, KINDS, soldOutText } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { itemOf, useCart } from '#web/features/exchange/cart/cart.ts'
import { ContactDialog } from '#web/features/exchange/cart/contact-dialog.tsx'
import { mayContact, useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Quantity } from '#web/ui/data/quantity.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './contact-form.module.css'

/** The id of the form: a button elsewhere on the page submits it with `form={CONTACT_FORM}`; a link to `#contatta` opens it. */
export const CONTACT_FORM = 'contatta'

const quantityIn = (form: HTMLFormElement): number => Number(new FormData(form).get('qty')) || 1

/** Adds the listing to the cart, to request several listings of one owner together. */
const CartLink = ({ listing, quantity }: { listing: Listing; quantity: number }) => {
  const items = useCart()
  if (KINDS[listing.section].direction !== 'fromOwner') return null
  if (items.some(({ product }) => product === listing._id))
    return (
      <p className={styles.together}>
        È già nel tuo carrello: <Link to="/cart">vai al carrello</Link>
      </p>
    )
  const [inCart] = items
  const isSameOwner = inCart?.seller._id === listing.seller._id
  return (
    <p className={styles.together}>
      {isSameOwner
        ? `Nel carrello hai già altro di ${inCart.seller.seller.name}: `
        : 'Vuoi chiedere più cose insieme? '}
      <Link to={`/cart/${listing._id}?qty=${quantity}`}>Aggiungi al carrello</Link>
    </p>
  )
}

type Props = {
  listing: Listing
  /** Shown at the top of the dialog. */
  news?: ReactNode
}

/**
 * Contacts the owner of a listing. A member who may do so writes in a dialog; for others, and without JavaScript, the
 * form leads to the cart.
 */
export const ContactForm = ({ listing, news }: Props) => {
  const user = useUserInfo()
  const isAllowed = user !== null && mayContact(user)
  const [chosen, setChosen] = useState(1)
  const [quantity, setQuantity] = useState<number>()
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (hash === `#${CONTACT_FORM}` && isAllowed) setQuantity(1)
  }, [hash, isAllowed])

  if (listing.pause) return <Alert tone="notice">{MESSAGES.listingPaused}</Alert>
  if (soldOutText(listing)) return null
  const open = (event: FormEvent<HTMLFormElement>) => {
    if (!isAllowed) return
    event.preventDefault()
    setQuantity(Math.min(quantityIn(event.currentTarget), maxQuantity(listing)))
  }
  const close = () => {
    setQuantity(undefined)
    if (hash === `#${CONTACT_FORM}`) void navigate(pathname, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Form
        id={CONTACT_FORM}
        action={`/cart/${listing._id}`}
        className={styles.form}
        onSubmit={open}
        onChange={(event) => setChosen(quantityIn(event.currentTarget))}
      >
        {hasStock(listing) ? (
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
        {isAllowed && <CartLink listing={listing} quantity={chosen} />}
      </Form>
      {quantity !== undefined && <ContactDialog item={itemOf(listing, quantity)} onClose={close} news={news} />}
    </>
  )
}
