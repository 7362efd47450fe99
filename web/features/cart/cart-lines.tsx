import { useId } from 'react'
import { type CartItem, mostOf } from '#domain/cart.ts'
import { showsPrice } from '#domain/listing-terms.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemLine, ItemLines } from '#web/ui/item-line.tsx'
import { Price } from '#web/ui/price.tsx'
import styles from './cart-lines.module.css'

// A longer list is no help to anybody: past this one types the number.
const MOST_OPTIONS = 50

type Change = { onQuantity: (product: string, qty: number) => void; onRemove: (product: string) => void }

const Quantity = ({ item, onQuantity }: { item: CartItem; onQuantity: Change['onQuantity'] }) => {
  const id = useId()
  const most = mostOf(item)
  const change = (text: string) => {
    const qty = Number(text)
    if (Number.isInteger(qty) && qty >= 1 && qty <= most) onQuantity(item.product, qty)
  }
  return (
    <div className={styles.quantity}>
      <label htmlFor={id}>
        Quantità<span className="visually-hidden"> di {item.name}</span>
      </label>
      {most <= MOST_OPTIONS ? (
        <select id={id} value={item.qty} onChange={(event) => change(event.target.value)}>
          {Array.from({ length: most }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options are the numbers themselves
            <option key={index}>{index + 1}</option>
          ))}
        </select>
      ) : (
        <input
          key={item.qty}
          id={id}
          type="number"
          min="1"
          max={most}
          defaultValue={item.qty}
          onBlur={(event) => change(event.target.value)}
        />
      )}
    </div>
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
          <Quantity item={item} onQuantity={onQuantity} />
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
