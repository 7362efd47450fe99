import type { ReactNode } from 'react'
import { type CartItem, cartTotals } from '#domain/cart.ts'
import { Sums } from '#web/ui/data/sums.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const counted = (items: CartItem[]): number => items.reduce((all, { qty }) => all + qty, 0)

/** The totals of the cart, and the next action. */
export const CartSummary = ({ items, children }: { items: CartItem[]; children: ReactNode }) => {
  const { totalPriceVal, totalPriceEuro } = cartTotals(items)
  const isShipped = items.some(({ isService }) => !isService)
  return (
    <Panel id="riepilogo" title="Riepilogo">
      <Sums
        lines={[['Articoli', counted(items)], ...(isShipped ? ([['Consegna', 'da concordare']] as const) : [])]}
        total={{ val: totalPriceVal, euro: totalPriceEuro }}
      />
      {children}
    </Panel>
  )
}
