import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { formatPrice } from '#domain/base/money.ts'
import { type CartItem, cartTotals, ceilingOf, requesterPays } from '#domain/exchange/cart.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { stillDue } from '#domain/exchange/order-texts.ts'
import { COUNTRY, DEFAULT_PAYMENT_METHOD } from '#domain/exchange/orders.ts'
import { handedOver, needsAddress } from '#domain/market/kinds.ts'
import { WayInPanel } from '#web/features/accounts/way-in/way-in-panel.tsx'
import { readCart, refreshCart, useCart } from '#web/features/exchange/cart/cart.ts'
import { ReadOnlyCartLines } from '#web/features/exchange/cart/cart-lines.tsx'
import { CartSummary } from '#web/features/exchange/cart/cart-summary.tsx'
import {
  contentOf,
  readAsked,
  readCheckout,
  readMessage,
  storeAsked,
  useCheckout,
} from '#web/features/exchange/cart/checkout.ts'
import { CheckoutSteps } from '#web/features/exchange/cart/checkout-steps.tsx'
import { ASKED, cartLead, cartTexts, wayInOf } from '#web/features/exchange/cart/kind-texts.ts'
import { RequestMessage } from '#web/features/exchange/cart/request-message.tsx'
import { SendRequest } from '#web/features/exchange/cart/send-request.tsx'
import { isComplete, useAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { SumFields, type TypedSum, typedSum } from '#web/features/exchange/orders/sum-fields.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { redirectTo } from '#web/lib/page/redirect-target.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TwoColumns, TwoColumnsSkeleton } from '#web/ui/layout/two-columns.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Invia la richiesta'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs): Promise<string[]> => {
  requireMember(url)
  const changes = await refreshCart()
  const items = readCart()
  if (!readCheckout().method && (items.length === 0 || requesterPays(items))) throw redirectTo('/payment')
  return changes
}

export const HydrateFallback = () => <TwoColumnsSkeleton title={TITLE} boxes={2} />

const Delivery = () => {
  const address = useAddress()
  return (
    <Panel id="consegna" title="Consegna">
      {isComplete(address) ? (
        <p>
          <strong>{address.fullName}</strong>
          <br />
          {address.address}
          <br />
          {address.postalCode} {address.city}, {COUNTRY}
        </p>
      ) : (
        <Alert tone="notice">{ORDER_MESSAGES.addressRequired}</Alert>
      )}
      <p>
        <Link to="/shipping">Modifica l’indirizzo</Link>
      </p>
    </Panel>
  )
}

const InPerson = () => (
  <Panel id="consegna" title="Consegna">
    <p>Di persona: vi accordate su luogo e ora.</p>
    <p>
      <Link to="/shipping">Scegli la spedizione</Link>
    </p>
  </Panel>
)

const PaymentNote = () => {
  const { payment } = useCheckout()
  const items = useCart()
  const content = contentOf(items)
  const { totalPriceEuro } = cartTotals(items)
  const receipt = payment?.receipt
  const isAllPaid = receipt !== undefined && payment?.of === content && totalPriceEuro === 0
  return (
    <Panel id="pagamento" title="Pagamento">
      {!isAllPaid && <p>Da concordare con l’offerente.</p>}
      {receipt && payment?.of === content && (
        <Alert tone="success">
          {`${receipt.status === 'confirmed' ? 'Hai trasferito' : 'Stai trasferendo'} ${formatPrice({ val: receipt.amount })} all’offerente.${stillDue(totalPriceEuro)}`}
        </Alert>
      )}
      {receipt && payment?.of !== content && (
        <Alert tone="notice">
          {`Hai già trasferito ${formatPrice({ val: receipt.amount })} per un carrello diverso da questo: non risulteranno in questa richiesta.`}
        </Alert>
      )}
    </Panel>
  )
}

type SheetProps = { items: CartItem[]; onSending: (items: CartItem[] | undefined) => void }

const RequestSheet = ({ items, onSending }: SheetProps) => {
  const changes = useLoaderData<typeof clientLoader>()
  const address = useAddress()
  const { method = DEFAULT_PAYMENT_METHOD, inPerson = false } = useCheckout()
  const [first] = items
  const [message, setMessage] = useState(() => (first ? readMessage(first.seller._id) : ''))
  const ceiling = ceilingOf(items)
  const [asked, setAsked] = useState(() => ceiling && (readAsked(items) ?? typedSum(ceiling)))
  const changeAsked = (change: Partial<TypedSum>) => {
    if (!asked) return
    const sum = { ...asked, ...change }
    setAsked(sum)
    storeAsked(items, sum)
  }
  const isShipped = needsAddress(handedOver(items, inPerson))
  const owner = first?.seller.seller.name ?? ''
  const texts = cartTexts(items)
  const wayIn = wayInOf(items)
  const summary = (
    <CartSummary items={items}>
      {wayIn && <WayInPanel {...wayIn} />}
      <SendRequest
        items={items}
        onSending={onSending}
        address={address}
        inPerson={inPerson}
        message={message}
        method={requesterPays(items) ? method : DEFAULT_PAYMENT_METHOD}
        asked={asked}
        label={texts.send}
        disabled={items.length === 0 || (isShipped && !isComplete(address))}
      />
    </CartSummary>
  )
  return (
    <TwoColumns
      title={TITLE}
      lead={
        <>
          <p>{cartLead(items)}</p>
          <CheckoutSteps items={items} current="placeorder" />
        </>
      }
      aside={summary}
    >
      {changes.length > 0 && <Alert tone="notice">{changes.join('\n')}</Alert>}
      {isShipped && <Delivery />}
      {needsAddress(items) && !isShipped && <InPerson />}
      {requesterPays(items) && <PaymentNote />}
      {first ? (
        <Panel id="annunci" title={texts.items(owner)}>
          <ReadOnlyCartLines items={items} />
          {asked && <SumFields legend={ASKED} sum={asked} ceiling={ceiling} onChange={changeAsked} />}
          <RequestMessage item={first} onWrite={setMessage} />
        </Panel>
      ) : (
        <EmptyState title="Il carrello è vuoto">
          <Link to="/">Torna alla vetrina</Link>
        </EmptyState>
      )}
    </TwoColumns>
  )
}

export default function PlaceOrder() {
  const inCart = useCart()
  // What is being sent stays on the page until the request opens, although it is no longer in the cart.
  const [sent, setSent] = useState<CartItem[]>()
  const items = sent ?? inCart
  // The key resets the message if another tab puts listings of another owner into the cart.
  return <RequestSheet key={items[0]?.seller._id} items={items} onSending={setSent} />
}
