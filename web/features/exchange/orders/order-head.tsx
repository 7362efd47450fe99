import { Link } from 'react-router'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { itemNames } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { formatEventTime } from '#domain/market/events.ts'
import { showsPrice } from '#domain/market/kinds.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { Price } from '#web/ui/data/price.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './order-head.module.css'

const Person = ({ id, name }: { id: string; name: string }) =>
  name === DELETED_MEMBER_NAME ? name : <Link to={`/seller/${id}`}>{name}</Link>

const People = ({ order }: { order: OrderView }) => {
  const viewerId = useOrderViewer()?.id
  const owner = <Person id={order.seller} name={order.sellerName} />
  const requester = <Person id={order.user._id} name={order.requesterName} />
  if (viewerId === order.seller) return <span>con {requester}</span>
  if (viewerId === order.user._id) return <span>con {owner}</span>
  return (
    <span>
      {requester} con {owner}
    </span>
  )
}

/** The thing, the other person and the sum, or when an event takes place. */
export const OrderHead = ({ order }: { order: OrderView }) => {
  const [first] = order.orderItems
  const name = itemNames(order)
  const isOne = order.orderItems.length === 1
  return (
    <div className={styles.head}>
      <Picture
        src={first?.image || undefined}
        placeholder={placeholderPicture({ section: order.kind, isService: false })}
        alt=""
        sizes="7rem"
        className={styles.picture}
      />
      <div className={styles.about}>
        <h1 className={styles.title}>
          {isOne && first?.product ? <Link to={`/product/${first.product}`}>{name}</Link> : name}
        </h1>
        <p className={styles.people}>
          <KindBadge section={order.kind} />
          <People order={order} />
        </p>
        {first?.startsAt && first.endsAt && <p>{formatEventTime(first.startsAt, first.endsAt)}</p>}
        {showsPrice(order.kind) && <Price val={order.terms.val} euro={order.terms.euro} />}
      </div>
    </div>
  )
}
