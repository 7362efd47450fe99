import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useParams,
} from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { removeFromCart } from '#domain/exchange/cart.ts'
import { WayInPanel } from '#web/features/accounts/way-in/way-in-panel.tsx'
import { type Addition, addListing, refreshCart, storeCart, useCart } from '#web/features/exchange/cart/cart.ts'
import { CartLines } from '#web/features/exchange/cart/cart-lines.tsx'
import { CartSummary } from '#web/features/exchange/cart/cart-summary.tsx'
import { firstStep } from '#web/features/exchange/cart/checkout-steps.tsx'
import { cartLead, cartTexts, EMPTY_CART_TITLE, wayInOf } from '#web/features/exchange/cart/kind-texts.ts'
import { SecondRequest } from '#web/features/exchange/cart/second-request.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { mayContact, useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TwoColumns, TwoColumnsSkeleton } from '#web/ui/layout/two-columns.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'

export const meta: MetaFunction = () => privateMeta('Carrello')

// The specification defines the quantity as the text after the first equals sign.
const quantityIn = ({ search }: URL): number => Number.parseInt(search.split('=')[1] ?? '', 10) || 1

export const clientLoader = async ({ url, params: { id } }: ClientLoaderFunctionArgs) => {
  const changes = await refreshCart()
  const addition: Addition = id ? await addListing(id, quantityIn(url)) : {}
  return { changes, ...addition }
}

export const HydrateFallback = () => <TwoColumnsSkeleton title={EMPTY_CART_TITLE} boxes={2} />

export default function Cart() {
  const { changes, failure, refused } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { id } = useParams()
  const items = useCart()
  const user = useUserInfo()

  // Otherwise a reload of the URL would add the listing again after a change.
  const change = (next: typeof items) => {
    storeCart(next)
    if (id) navigate('/cart', { replace: true, preventScrollReset: true })
  }
  const owner = items[0]?.seller.seller.name ?? ''
  const texts = cartTexts(items)
  const wayIn = wayInOf(items)
  const summary = (
    <CartSummary items={items}>
      {(!user || mayContact(user)) && (
        <Button
          kind={user ? 'filled' : 'outlined'}
          disabled={items.length === 0}
          onClick={() => navigate(`/signin?redirect=${firstStep(items)}`)}
        >
          Continua
        </Button>
      )}
    </CartSummary>
  )
  return (
    <TwoColumns
      title={texts.title}
      lead={
        <>
          <p>{cartLead(items)}</p>
          <p className="for-visitors">{MESSAGES.unauthenticated}</p>
          {wayIn && <WayInPanel {...wayIn} />}
        </>
      }
      aside={summary}
    >
      <SecondRequest
        items={items}
        refused={refused}
        onReplace={() => refused && change([refused])}
        onKeep={() => change(items)}
      />
      <Outcome failure={failure} />
      {changes.length > 0 && <Alert tone="notice">{changes.join('\n')}</Alert>}
      {items.length > 0 ? (
        <Panel id="annunci" title={texts.items(owner)}>
          <CartLines
            items={items}
            onQuantity={(product, qty) =>
              change(items.map((item) => (item.product === product ? { ...item, qty } : item)))
            }
            onRemove={(product) => change(removeFromCart(items, product))}
          />
        </Panel>
      ) : (
        <EmptyState title="Il carrello è vuoto">
          Apri un annuncio per scrivere a chi l’ha pubblicato. <Link to="/">Torna alla vetrina</Link>
        </EmptyState>
      )}
    </TwoColumns>
  )
}
