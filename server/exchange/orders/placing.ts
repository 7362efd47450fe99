import type { Member } from '#domain/accounts/access.ts'
import { hasMailbox } from '#domain/accounts/desk.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { itemNames } from '#domain/exchange/order-texts.ts'
import type { OrderRequest, OrderView } from '#domain/exchange/orders.schema.ts'
import { COUNTRY, DEFAULT_PAYMENT_METHOD, isOpen } from '#domain/exchange/orders.ts'
import { RING_MESSAGES } from '#domain/exchange/rings.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { proposedTerms } from '#server/exchange/orders/expected.ts'
import { type Correspondent, completedMail, copyMail, replyTo, requestMail } from '#server/exchange/orders/mails.ts'
import { cartFailedMail } from '#server/exchange/orders/paying-mails.ts'
import { addressFor, type Quote, quote } from '#server/exchange/orders/quote.ts'
import type { RequestStock } from '#server/exchange/orders/request-stock.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { StoredAddress } from '#server/exchange/orders/store.ts'
import type { StrangerLimits } from '#server/exchange/orders/stranger-limits.ts'
import { threadOf } from '#server/exchange/orders/thread-of.ts'
import { isActive, isFailed, type Payment, type PaymentsService, stockOf } from '#server/exchange/payments/service.ts'
import { type Stock, tellWaiting } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { failIfAny } from '#server/platform/jobs/failed-parts.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { ReplyAddresses } from '#server/talk/inbound/reply-addresses.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { ThreadPosting } from '#server/talk/threads/posting.ts'

/** A payment that has no order after this time gets one from the job. */
const ORDER_AFTER_MS = 15 * 60_000

export type PlacingParts = {
  store: ChangeStore
  orders: OrdersService
  stock: Stock
  requestStock: RequestStock
  payments: PaymentsService
  members: MembersService
  mail: Mail
  notices: Notices
  replyAddresses: ReplyAddresses
  posting: ThreadPosting
  blocks: Blocks
  acting: Acting
  limits: Limits
  strangerLimits: StrangerLimits
  idempotency: Idempotency
  now: () => Date
}

type Parties = { buyer: Correspondent | undefined; seller: Correspondent | undefined }
type Terms = { val: number; euro: number }
type Draft = {
  quoted: Quote
  buyerId: string
  address: StoredAddress | null
  paymentMethod: string
  message: string
  /** In hundredths; the totals of the quote if missing. */
  terms?: Terms | undefined
  payment?: Payment | undefined
  ringId?: string
}

/** The receiver of a listing in a ring, and what is paid for it, in hundredths. */
export type RingWish = Terms & { buyerId: string; listingId: string; payer: string | null; payee: string | null }

export type Placing = ReturnType<typeof makePlacing>

/** Places an order: the order, its stock and its mails are stored in one transaction. */
export const makePlacing = (parts: PlacingParts) => {
  const { store, orders, stock, requestStock, payments, members, mail, notices, replyAddresses, posting } = parts
  const { blocks, acting, limits, strangerLimits, idempotency, now } = parts

  /** Locks members before payments and listings, as the deletion of an account does, to avoid deadlocks. */
  const lockParties = async (tx: Queries, buyerId: string, sellerId: string): Promise<Parties> => {
    const contacts = await members.contacts(tx, [buyerId, sellerId])
    return { buyer: contacts.get(buyerId), seller: contacts.get(sellerId) }
  }

  /** A cart that was paid for: its listings may have been deleted since. */
  const lockPaid = async (tx: Queries, quoted: Quote): Promise<Quote> => {
    const listings = await stock.lock(
      tx,
      quoted.items.flatMap(({ listingId }) => listingId ?? []),
    )
    const existing = new Set(listings.map(({ id }) => id))
    const items = quoted.items.map((item) => ({
      ...item,
      listingId: item.listingId && existing.has(item.listingId) ? item.listingId : null,
    }))
    return { ...quoted, items }
  }

  /** The caller has locked the listings. */
  const add = async (tx: Queries, draft: Draft, { buyer, seller }: Parties): Promise<string> => {
    const { quoted, payment, address } = draft
    const { items } = quoted
    const { buyerId, paymentMethod, message, ringId = null } = draft
    const { totalPriceVal, totalPriceEuro } = quoted.totals
    const terms = draft.terms ?? { val: totalPriceVal, euro: totalPriceEuro }
    // Paying in the checkout implies a yes at the listed price; events and rings need no answer.
    const agreed = payment !== undefined || quoted.kind === 'avviso' || ringId !== null
    if (payment?.holdsStock) await tellWaiting(tx, stockOf(items))
    else if (agreed) await requestStock.takeQuantities(tx, stockOf(items), quoted.kind)
    // A request is mailed to everybody with an address.
    const isMailed = buyer !== undefined && seller !== undefined && hasMailbox(seller.email)
    const moments = { at: now(), mailedAt: isMailed ? now() : null }
    const texts = { shippingAddress: address, paymentMethod, message }
    const order = { ...quoted, ...texts, buyerId, terms, agreed, ringId, ...moments }
    const id = await store.add(tx, order)
    const isPending = payment !== undefined && payment.transfer.state !== 'confirmed'
    if (payment) await payments.link(tx, payment.id, id, isPending ? null : now())
    if (isPending) await jobs.add(tx, 'tell-payment', { id: payment.id })
    if (!buyer || !seller || ringId) return id
    const parties = { askerId: buyerId, ownerId: quoted.sellerId, senderId: buyerId }
    const title = itemNames({ orderItems: items })
    const written = message && (await posting.post(tx, { orderId: id, title, ...parties, text: message, at: now() }))
    const transfer = payment && { val: fromHundredths(payment.amount), isPending }
    const details = { ...quoted, buyer, seller, address, message: written, transfer, terms, agreed, orderId: id }
    const headers = replyTo(buyer)
    const content = requestMail(details)
    await notices.tell(tx, {
      member: quoted.sellerId,
      kind: 'request',
      text: content.subject,
      link: `/order/${id}`,
      mail: { content, headers, quotes: [buyerId] },
    })
    const told = { memberId: buyerId, kind: 'step', link: `/order/${id}` } as const
    const copy = await replyAddresses.addNew(tx, { content: copyMail(details), quotes: [quoted.sellerId] }, told)
    await mail.enqueue(tx, { to: buyer.email, ...copy })
    return id
  }

  /** Adds the address and the message of a request to the order that the job has already placed for its payment. */
  const complete = async (
    tx: Queries,
    orderId: string,
    viewer: Member,
    request: OrderRequest,
    { buyer, seller }: Parties,
  ): Promise<void> => {
    const { shippingAddress, message } = request
    const address = shippingAddress && { ...shippingAddress, country: COUNTRY }
    const isAddressNew = address && (await store.completeAddress(tx, orderId, address))
    const isMessageNew = message !== '' && (await store.completeMessage(tx, orderId, message))
    if (!buyer || !seller || !(isAddressNew || isMessageNew)) return
    const order = await orders.get(orderId, viewer, tx)
    const posted = { ...threadOf(order), senderId: viewer.id, text: message, at: now() }
    const written = isMessageNew ? await posting.post(tx, posted) : ''
    const added = { address: isAddressNew ? address : null, message: written }
    const content = completedMail(order, seller, buyer, added)
    const headers = replyTo(buyer)
    const link = `/order/${orderId}`
    await notices.tell(tx, {
      member: order.seller,
      kind: 'request',
      text: content.subject,
      link,
      mail: { content, headers, quotes: [viewer.id] },
    })
  }

  /** Places the order of a cart that was paid before, or completes it if the job has already placed it. */
  const writePaid = async (tx: Queries, viewer: Member, request: OrderRequest, people: Parties) => {
    // Locks the order before its payment.
    const found = await payments.findPending(viewer.id, request.orderItems, tx)
    if (!found) return undefined
    if (found.orderId) await store.lock(tx, found.orderId)
    const payment = await payments.lockPending(tx, viewer.id, request.orderItems)
    if (!payment) return undefined
    await payments.recordRequest(tx, payment.id)
    const { orderId, quote: quoted } = payment
    if (orderId) {
      // If that order is delivered or closed, this is a new request for the same items.
      if (!isOpen(await orders.get(orderId, viewer, tx))) return undefined
      await complete(tx, orderId, viewer, request, people)
      return orderId
    }
    if (!quoted) return undefined
    // The address is optional here, as in the job: the parties can agree on it later.
    const address = request.shippingAddress ? addressFor(quoted, request) : null
    const { paymentMethod, message } = request
    const draft = { buyerId: viewer.id, address, paymentMethod, message, payment }
    return add(tx, { ...draft, quoted: await lockPaid(tx, quoted) }, people)
  }

  const write = async (tx: Queries, viewer: Member, request: OrderRequest, sellerId: string) => {
    acting.refuseVolunteerAsParty(viewer, sellerId)
    const people = await lockParties(tx, viewer.id, sellerId)
    if (!people.buyer) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    const paid = await writePaid(tx, viewer, request, people)
    if (paid) return paid
    if (!people.seller || (await blocks.areBlocked(tx, viewer.id, sellerId)))
      throw new AppError('notFound', ORDER_MESSAGES.listingUnavailable)
    await strangerLimits.take(tx, 'requestToStranger', viewer.id, sellerId)
    const listings = await stock.lock(
      tx,
      request.orderItems.map(({ product }) => product),
    )
    const quoted = quote(request.orderItems, listings, viewer, now(), request.inPerson)
    const { paymentMethod, message } = request
    const address = addressFor(quoted, request)
    const proposed = proposedTerms(request, quoted, viewer.id)
    return add(tx, { ...proposed, buyerId: viewer.id, address, paymentMethod, message }, people)
  }

  /** Returns the seller, after checks without locks. */
  const findSeller = async (viewer: Member, request: OrderRequest): Promise<string> => {
    const paid = await payments.findPending(viewer.id, request.orderItems)
    if (paid) return paid.payeeId
    const listings = await stock.read(request.orderItems.map(({ product }) => product))
    const quoted = quote(request.orderItems, listings, viewer, now(), request.inPerson)
    addressFor(quoted, request)
    proposedTerms(request, quoted, viewer.id)
    return quoted.sellerId
  }

  /** Places the order of a payment whose request was never sent, or puts its stock back if the transfer failed. */
  const placePaid = (id: string, { payerId, payeeId }: Payment) =>
    store.transaction(async (tx) => {
      const people = await lockParties(tx, payerId, payeeId)
      const payment = await payments.lock(tx, id)
      if (!payment || payment.orderId || !payment.quote) return
      if (isFailed(payment)) {
        await payments.recordFailure(tx, id)
        if (!people.buyer || payment.failureTold) return
        const content = cartFailedMail(payment, people.buyer.shownName)
        const notice = { kind: 'payment', text: content.subject, link: '/cart', mail: { content } } as const
        return void (await notices.tell(tx, { member: payerId, ...notice }))
      }
      if (!isActive(payment)) return
      const draft = { address: null, paymentMethod: DEFAULT_PAYMENT_METHOD, message: '' }
      await add(tx, { ...draft, quoted: await lockPaid(tx, payment.quote), buyerId: payerId, payment }, people)
    })

  return {
    async place(viewer: Member, request: OrderRequest, key: string | undefined): Promise<OrderView> {
      await limits.take('order', viewer.id)
      const call = { memberId: viewer.id, call: 'POST /api/orders', key, body: request }
      const once = idempotency.once(call, async (id) => ({ id }))
      const { id } = await once.answer(async () => {
        const sellerId = await findSeller(viewer, request)
        return store.transaction((tx) =>
          once.store(tx, async () => ({ id: await write(tx, viewer, request, sellerId) })),
        )
      })
      return orders.get(id, viewer)
    },

    /**
     * Places the requests of a ring, which are agreed at once: only the differences are paid. The caller has locked the
     * members and tells them. There is no address: they agree on where to hand over.
     */
    async placeForRing(tx: Queries, ringId: string, wishes: RingWish[]): Promise<string[]> {
      const listings = await stock.lock(
        tx,
        wishes.map(({ listingId }) => listingId),
      )
      const ids: string[] = []
      for (const { buyerId, listingId, payer, payee, ...terms } of wishes) {
        // `hasAd`: every member of a ring has a listing.
        const quoted = quote([{ product: listingId, qty: 1 }], listings, { id: buyerId, hasAd: true }, now(), true)
        const people = await lockParties(tx, buyerId, quoted.sellerId)
        const texts = { address: null, paymentMethod: DEFAULT_PAYMENT_METHOD, message: RING_MESSAGES.request }
        ids.push(await add(tx, { quoted: { ...quoted, payer, payee }, buyerId, ...texts, terms, ringId }, people))
      }
      return ids
    },

    hasPaidOrders: () => payments.hasWithoutOrder,

    /** Places an order for every paid cart whose request was never sent. */
    async placePaidOrders(stopping?: AbortSignal): Promise<void> {
      const at = now().getTime()
      const errors: unknown[] = []
      for await (const payment of payments.withoutOrder()) {
        if (stopping?.aborted) return
        // The clock may have been ahead when it was made.
        const isOld = Math.abs(at - payment.createdAt.getTime()) >= ORDER_AFTER_MS
        if (!isFailed(payment) && !(isOld && payment.transfer.state === 'confirmed')) continue
        // An error of one payment must not block the others.
        await placePaid(payment.id, payment).catch((error) => errors.push(error))
      }
      failIfAny(errors, 'some payments have no order yet')
    },
  }
}
