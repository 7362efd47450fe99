import { type CartItem, maxQuantity } from '#domain/cart.ts'
import { showsPrice } from '#domain/kinds.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'
import { Price } from '#web/ui/data/price.tsx'
import { Quantity } from '#web/ui/data/quantity.tsx'
import styles from './cart-lines.module.css'

type Change = { onQuantity: (product: string, qty: number) => void; onRemove: (product: string) => void }

const ItemQuantity = ({ item, onQuantity }: { item: CartItem; onQuantity: Change['onQuantity'] }) => {
  const max = maxQuantity(item)
  const change = (event: { target: { value: string } }) => {
    const qty = Number(event.target.value)
    if (Number.isInteger(qty) && qty >= 1 && qty <= max) onQuantity(item.product, qty)
  }
  return (
    <Quantity
      max={max}
      itemName={item.name}
      selectProps={{ value: item.qty, onChange: change }}
      inputProps={{ defaultValue: item.qty, onBlur: change }}
    />
  )
}

export const CartLines = ({ items, onQuantity, onRemove }: { items: CartItem[] } & Change) => (
  <ItemLines label="Annunci nel carrello">
    {items.map((item) => (
      <ItemLine
        key={item.product}
        name={item.name}
        to={`/product/${item.product}`}
        image={item.image[0]}
        placeholder={placeholderPicture(item)}
      >
        {showsPrice(item.section) && <Price val={item.priceVal} euro={item.priceEuro} />}
        <div className={styles.controls}>
          <ItemQuantity item={item} onQuantity={onQuantity} />
          <Button
            kind="plain"
            className={styles.remove}
            onClick={() => onRemove(item.product)}
            aria-label={`Togli ${item.name}`}
          >
            Togli
          </Button>
        </div>
      </ItemLine>
    ))}
  </ItemLines>
)
