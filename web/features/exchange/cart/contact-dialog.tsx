import { type ChangeEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { IDEMPOTENCY_HEADER } from '#domain/base/idempotency.ts'
import { type CartItem, ceilingOf, maxQuantity, removeFromCart, requesterPays, totalOf } from '#domain/exchange/cart.ts'
import { DEFAULT_PAYMENT_METHOD } from '#domain/exchange/orders.ts'
import { handedOver, hasStock, KINDS, needsAddress } from '#domain/market/kinds.ts'
import { call } from '#web/client.ts'
import { AddressFields } from '#web/features/exchange/cart/address-fields.tsx'
import { clampQuantity, readCart, storeCart } from '#web/features/exchange/cart/cart.ts'
import { endCheckoutOf, keyFor } from '#web/features/exchange/cart/checkout.ts'
import { DeliveryChoice, type Handover, offersBoth } from '#web/features/exchange/cart/delivery-choice.tsx'
import { ASKED, cartTexts } from '#web/features/exchange/cart/kind-texts.ts'
import { RequestMessage } from '#web/features/exchange/cart/request-message.tsx'
import { addressIn, storeAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { SumFields, sumIn, typedSum } from '#web/features/exchange/orders/sum-fields.tsx'
import { firstListing } from '#web/lib/session/first-listing.ts'
import { endWayIn } from '#web/lib/session/way-in.ts'
import { Price } from '#web/ui/data/price.tsx'
import { Quantity } from '#web/ui/data/quantity.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import styles from './contact-dialog.module.css'

const sendRequest = async (item: CartItem, data: FormData, inPerson: boolean): Promise<string> => {
  const ceiling = ceilingOf([item])
  const shippingAddress = needsAddress(handedOver([item], inPerson)) ? addressIn(data) : null
  if (shippingAddress) storeAddress(shippingAddress)
  const body = {
    orderItems: [item],
    expected: ceiling ? sumIn(data, ceiling) : totalOf([item]),
    shippingAddress,
    inPerson,
    paymentMethod: DEFAULT_PAYMENT_METHOD,
    message: String(data.get('message') ?? ''),
  }
  const headers = { [IDEMPOTENCY_HEADER]: keyFor('order', JSON.stringify(body)) }
  const { order } = await call('POST /api/orders', { headers, body })
  endCheckoutOf([item])
  return order._id
}

const Total = ({ item }: { item: CartItem }) => {
  const { price } = KINDS[item.section]
  if (price === 'none') return null
  return (
    <div className={styles.total}>
      {item.qty > 1 && <span>Totale</span>}
      <Price {...totalOf([item])} upTo={price === 'upTo'} />
    </div>
  )
}

type Props = { item: CartItem; onClose: () => void; news?: ReactNode }

/** Sends a request about one listing in one step. Only this listing is removed from the cart. */
export const ContactDialog = ({ item: first, onClose, news }: Props) => {
  const navigate = useNavigate()
  const [qty, setQty] = useState(first.qty)
  const [handover, setHandover] = useState<Handover>('inPerson')
  const item = { ...first, qty }
  const isChosen = offersBoth([item])
  const inPerson = isChosen && handover === 'inPerson'
  const owner = item.seller.seller.name
  const texts = cartTexts([item])
  const ceiling = ceilingOf([item])

  // Clamped on every change, because Enter submits the form while the field has the focus.
  const typeQuantity = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const typed = clampQuantity(Number(target.value), maxQuantity(item))
    if (target.value !== '') target.value = String(typed)
    setQty(typed)
  }
  const send = async (data: FormData) => {
    const id = await sendRequest(item, data, inPerson)
    storeCart(removeFromCart(readCart(), item.product))
    endWayIn()
    firstListing.clear()
    await navigate(`/order/${id}`)
  }
  return (
    <Dialog title={texts.heading(owner)} open onClose={onClose} sheet>
      {news}
      <div className={styles.thing}>
        <p className={styles.name}>{item.name}</p>
        <Total item={item} />
      </div>
      <Form label="Richiesta" onSubmit={send} submit={texts.send} busy="Invio…">
        {hasStock(item) && maxQuantity(item) > 1 && (
          <Quantity
            max={maxQuantity(item)}
            label={KINDS[item.section].quantityLabel}
            selectProps={{ value: qty, onChange: (event) => setQty(Number(event.target.value)) }}
            inputProps={{
              name: 'qty',
              defaultValue: first.qty,
              required: true,
              onChange: typeQuantity,
              onBlur: ({ target }) => {
                target.value = String(qty)
              },
            }}
          />
        )}
        {ceiling && <SumFields key={qty} legend={ASKED} sum={typedSum(ceiling)} ceiling={ceiling} />}
        <RequestMessage item={item} />
        {isChosen && <DeliveryChoice value={handover} onChoose={setHandover} />}
        {needsAddress(handedOver([item], inPerson)) && <AddressFields />}
        <p className={styles.lead}>
          {texts.lead(owner)}
          {requesterPays([item]) && item.priceVal > 0 && ' I VAL li trasferisci dopo, quando siete d’accordo.'}
        </p>
      </Form>
    </Dialog>
  )
}
