import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import type { QueueView } from '#domain/exchange/reservations.schema.ts'
import { placeInQueue, RESERVATION_MESSAGES } from '#domain/exchange/reservations.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { listingsOf } from '#server/exchange/orders/releasing.ts'
import type { Reservation, ReservationStore, WaitingOrder } from '#server/exchange/orders/reservation-store.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type Parts = {
  store: ReservationStore
  orders: OrdersService
  stock: Stock
  members: MembersService
  notices: Notices
  now: () => Date
}

const link = (orderId: string): string => `/order/${orderId}`

/** The listings of a request that are not reserved for it. */
const missingOf = (id: string, waiting: WaitingOrder[], reservations: Reservation[]): WaitingOrder[] => {
  const held = new Set(reservations.filter(({ orderId }) => orderId === id).map(({ listingId }) => listingId))
  return waiting.filter(({ orderId, listingId }) => orderId === id && !held.has(listingId))
}

/**
 * The owner reserves a listing for one of the requests for it; the others wait in the order they were sent. A reservation
 * changes only while its listing is locked.
 */
export const makeReserving = ({ store, orders, stock, members, notices, now }: Parts) => {
  const getOwn = async (id: string, viewer: Member): Promise<OrderView> => {
    const order = await orders.get(id, viewer)
    if (order.seller !== viewer.id) throw new AppError('forbidden', MESSAGES.forbidden)
    return order
  }

  const tell = (tx: Queries, member: string, orderId: string, text: string): Promise<void> =>
    notices.tell(tx, { member, kind: 'step', text, link: link(orderId) })

  const tellWaiting = async (tx: Queries, waiting: WaitingOrder[]): Promise<void> => {
    for (const own of Map.groupBy(waiting, ({ listingId }) => listingId).values())
      for (const [index, { buyerId, orderId, name }] of own.entries())
        await tell(tx, buyerId, orderId, `«${name}» è riservato a un’altra persona: sei ${placeInQueue(index + 1)}`)
  }

  /** Returns the open requests for these listings. Locks their parties, then the requests, then the listings. */
  const lockWaiting = async (tx: Queries, listingIds: string[]): Promise<WaitingOrder[]> => {
    const waiting = await store.waiting(listingIds, tx)
    await members.contacts(tx, [...new Set(waiting.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]))])
    await store.lockOrders(
      tx,
      waiting.map(({ orderId }) => orderId),
    )
    await stock.lock(tx, listingIds)
    return store.waiting(listingIds, tx)
  }

  const passOn = (listingId: string): Promise<void> =>
    store.transaction(async (tx) => {
      const waiting = await lockWaiting(tx, [listingId])
      const [listing] = await stock.lock(tx, [listingId])
      // The owner has marked it as no longer reserved.
      if (!listing?.reserved) return
      const [reserved] = await store.of([listingId], tx)
      if (waiting.some(({ orderId }) => orderId === reserved?.orderId)) return
      const [next] = waiting
      await stock.setReserved(tx, [listingId], next !== undefined)
      if (!next) return store.remove(tx, [listingId])
      await store.set(tx, [listingId], next.orderId, now())
      await tell(tx, next.buyerId, next.orderId, `«${next.name}»: è il tuo turno, ora è riservato a te`)
      await tell(tx, next.sellerId, next.orderId, `«${next.name}» ora è riservato alla richiesta successiva`)
    })

  return {
    async queue(id: string, viewer: Member): Promise<QueueView> {
      const order = await orders.get(id, viewer)
      const listingIds = listingsOf(order)
      const [reservations, waiting] = await Promise.all([store.of(listingIds), store.waiting(listingIds)])
      const isHeld = reservations.some(({ orderId }) => orderId === id)
      const isFree = reservations.every(({ orderId }) => orderId === id)
      const state = isHeld && missingOf(id, waiting, reservations).length === 0 ? 'this' : isFree ? 'free' : 'other'
      const orderIds = [...new Set(waiting.map(({ orderId }) => orderId))]
      const reserved = new Set(reservations.map(({ orderId }) => orderId))
      const place = orderIds.filter((orderId) => !reserved.has(orderId)).indexOf(id) + 1
      // Only the owner sees how many others wait.
      const others = viewer.id === order.seller ? orderIds.filter((each) => each !== id).length : 0
      return { state, place: state === 'other' && place > 0 ? place : null, others }
    },

    async reserve(id: string, viewer: Member): Promise<void> {
      const order = await getOwn(id, viewer)
      const listingIds = listingsOf(order)
      if (!isOpen(order)) throw new AppError('conflict', RESERVATION_MESSAGES.closed)
      if (listingIds.length === 0 || order.kind === 'avviso')
        throw new AppError('conflict', RESERVATION_MESSAGES.nothing)
      await store.transaction(async (tx) => {
        const waiting = await lockWaiting(tx, listingIds)
        if (!waiting.some(({ orderId }) => orderId === id)) throw new AppError('conflict', RESERVATION_MESSAGES.closed)
        const missing = missingOf(id, waiting, await store.of(listingIds, tx))
        if (missing.length === 0) return
        const reserved = missing.map(({ listingId }) => listingId)
        await stock.setReserved(tx, reserved, true)
        await store.set(tx, reserved, id, now())
        const names = missing.map(({ name }) => `«${name}»`).join(', ')
        const text = missing.length === 1 ? 'è riservato a te' : 'sono riservati a te'
        await tell(tx, order.user._id, id, `${names}: ${text}`)
        await tellWaiting(
          tx,
          waiting.filter(({ orderId, listingId }) => orderId !== id && reserved.includes(listingId)),
        )
      })
    },

    async release(id: string, viewer: Member): Promise<void> {
      const order = await getOwn(id, viewer)
      await store.transaction(async (tx) => {
        await members.contacts(tx, [order.user._id, order.seller])
        const listingIds = listingsOf(order)
        await stock.lock(tx, listingIds)
        const released = await store.removeOf(tx, id, listingIds)
        if (released.length === 0) return
        await stock.setReserved(tx, released, false)
        await tell(tx, order.user._id, id, RESERVATION_MESSAGES.lost)
      })
    },

    /** Removes the reservation of a listing that the owner marked as no longer reserved, unless it was reserved again meanwhile. */
    async end(listingId: string): Promise<void> {
      await store.transaction(async (tx) => {
        const waiting = await lockWaiting(tx, [listingId])
        const [listing] = await stock.lock(tx, [listingId])
        const [reservation] = await store.of([listingId], tx)
        if (!listing || listing.reserved || !reservation) return
        await store.remove(tx, [listingId])
        const request = waiting.find(({ orderId }) => orderId === reservation.orderId)
        if (request) await tell(tx, request.buyerId, request.orderId, RESERVATION_MESSAGES.lost)
      })
    },

    /** After a request has ended, reserves its listings for the next request. */
    async passOn(listingIds: string[]): Promise<void> {
      for (const listingId of listingIds) await passOn(listingId)
    },
  }
}
