import type { ReactNode } from 'react'
import { type CartItem, cartKind, cartTotals } from '#domain/exchange/cart.ts'
import { KINDS, needsAddress, showsPrice } from '#domain/market/kinds.ts'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { Sums } from '#web/ui/data/sums.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const counted = (items: CartItem[]): number => items.reduce((all, { qty }) => all + qty, 0)

/** The totals of the cart, if somebody pays, and the next action. */
export const CartSummary = ({ items, children }: { items: CartItem[]; children: ReactNode }) => {
  const { totalPriceVal, totalPriceEuro } = cartTotals(items)
  const kind = cartKind(items)
  return (
    <Panel id="riepilogo" title="Riepilogo">
      {items.length > 0 && (
        <>
          <p>
            <KindBadge section={kind} />
          </p>
          <Sums
            lines={[
              ...(KINDS[kind].stock === 'none' ? [] : ([['Articoli', counted(items)]] as const)),
              ...(needsAddress(items) ? ([['Consegna', 'da concordare']] as const) : []),
            ]}
            total={showsPrice(kind) ? { val: totalPriceVal, euro: totalPriceEuro } : undefined}
            upTo={KINDS[kind].price === 'upTo'}
          />
        </>
      )}
      {children}
    </Panel>
  )
}
