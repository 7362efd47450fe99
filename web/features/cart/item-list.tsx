import type { CartItem } from '#domain/cart.ts'
import { unitPrice } from '#domain/cart.ts'
import { showsPrice } from '#domain/kinds.ts'
import { formatEuro, formatVal } from '#domain/money.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'

/** The items of the cart, read-only. */
export const ItemList = ({ items }: { items: CartItem[] }) => (
  <ItemLines label="Annunci della richiesta">
    {items.map((item) => (
      <ItemLine
        key={item.product}
        name={item.name}
        to={`/product/${item.product}`}
        image={item.image[0]}
        placeholder={placeholderPicture(item)}
      >
        {showsPrice(item.section) ? (
          <p>
            {item.qty} × {formatVal(unitPrice(item).priceVal)} · {formatEuro(unitPrice(item).priceEuro)}
          </p>
        ) : (
          <p>Quantità: {item.qty}</p>
        )}
      </ItemLine>
    ))}
  </ItemLines>
)
