import type { ReactNode } from 'react'
import { type CartItem, maxQuantity } from '#domain/exchange/cart.ts'
import { hasStock, KINDS, priceText } from '#domain/market/kinds.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { clampQuantity } from '#web/features/exchange/cart/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'
import { ListingPrice } from '#web/ui/data/price.tsx'
import { Quantity } from '#web/ui/data/quantity.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import styles from './cart-lines.module.css'

type Change = { onQuantity: (product: string, qty: number) => void; onRemove: (product: string) => void }

const ItemQuantity = ({ item, onQuantity }: { item: CartItem; onQuantity: Change['onQuantity'] }) => {
  const max = maxQuantity(item)
  const change = ({ target }: { target: { value: string } }) => {
    const qty = clampQuantity(Number(target.value) || item.qty, max)
    target.value = String(qty)
    if (qty !== item.qty) onQuantity(item.product, qty)
  }
  return (
    <Quantity
      max={max}
      label={KINDS[item.section].quantityLabel}
      itemName={item.name}
      selectProps={{ value: item.qty, onChange: change }}
      inputProps={{ defaultValue: item.qty, onBlur: change }}
    />
  )
}

const Line = ({ item, children }: { item: CartItem; children: ReactNode }) => (
  <ItemLine
    name={item.name}
    to={`/product/${item.product}`}
    image={item.image[0]}
    placeholder={placeholderPicture(item)}
  >
    {children}
  </ItemLine>
)

export const CartLines = ({ items, onQuantity, onRemove }: { items: CartItem[] } & Change) => (
  <ItemLines label="Annunci nel carrello">
    {items.map((item) => (
      <Line key={item.product} item={item}>
        <ListingPrice listing={item} />
        <div className={styles.controls}>
          {hasStock(item) && <ItemQuantity item={item} onQuantity={onQuantity} />}
          <Button
            kind="plain"
            className={styles.remove}
            onClick={() => onRemove(item.product)}
            aria-label={`Togli ${item.name}`}
          >
            Togli
          </Button>
        </div>
      </Line>
    ))}
  </ItemLines>
)

const itemText = (item: CartItem): string => {
  const price = priceText(item) ?? ''
  if (!hasStock(item)) return price
  return price ? `${item.qty} × ${price}` : `${KINDS[item.section].quantityLabel}: ${item.qty}`
}

/** The items of the cart, read-only. */
export const ReadOnlyCartLines = ({ items }: { items: CartItem[] }) => (
  <ItemLines label="Annunci della richiesta">
    {items.map((item) => (
      <Line key={item.product} item={item}>
        <p>
          <WithAmounts>{itemText(item)}</WithAmounts>
        </p>
      </Line>
    ))}
  </ItemLines>
)
