import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { withRingTerms } from '#domain/exchange/rings.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Placing } from '#server/exchange/orders/placing.ts'
import type { RingRequests } from '#server/exchange/orders/ring-requests.ts'
import type { RingEnding } from '#server/exchange/rings/ending.ts'
import { agreedMail, brokenMail, doneMail, type Share } from '#server/exchange/rings/mails.ts'
import type { RingRow, RingsStore } from '#server/exchange/rings/store.ts'
import { hasEnded, withTerms } from '#server/exchange/rings/views.ts'
import type { ListingLife } from '#server/market/freshness/life.ts'
import type { ListingStates } from '#server/market/listings/states.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type Parts = {
  store: RingsStore
  ending: RingEnding
  requests: RingRequests
  placing: Placing
  listingStates: ListingStates
  life: ListingLife
  members: MembersService
  notices: Notices
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>
type LockedRing = { ring: RingRow; contacts: Contacts; orders: OrderView[] }
export type RunningRings = ReturnType<typeof makeRunningRings>

/** A ring that all members have accepted: its requests, until all have received or one of them ends. */
export const makeRunningRings = (parts: Parts) => {
  const { store, ending, requests, placing, listingStates, life, members, notices, now } = parts

  /** Members who have left are not told. The caller has locked the others. */
  const tellAll = async (
    tx: Queries,
    ring: RingRow,
    contacts: Contacts,
    write: (share: Share) => MailContent,
  ): Promise<void> => {
    const exchanges = withTerms(ring)
    // The mails hold the contact details of the others.
    const others = (id: string) => [...contacts.keys()].filter((other) => other !== id)
    for (const to of contacts.values()) {
      const gives = exchanges.find(({ giverId }) => giverId === to.id)
      const receives = exchanges.find(({ receiverId }) => receiverId === to.id)
      if (!gives || !receives) continue
      const content = write({ to, gives, receives, members: exchanges.length, contacts })
      await notices.tell(tx, {
        member: to.id,
        kind: 'step',
        text: content.subject,
        link: '/anelli',
        mail: { content, quotes: others(to.id) },
      })
    }
  }

  /** Locks members, then requests; undefined unless the ring is agreed or done. */
  const lock = async (tx: Queries, id: string): Promise<LockedRing | undefined> => {
    const known = (await store.find(id, tx))?.parts ?? []
    const contacts = await members.contacts(
      tx,
      known.map(({ giverId }) => giverId),
    )
    const orders = await requests.lock(
      tx,
      known.flatMap(({ orderId }) => orderId ?? []),
    )
    const ring = await store.find(id, tx)
    return ring?.state === 'agreed' || ring?.state === 'done' ? { ring, contacts, orders } : undefined
  }

  /** Ends the «Cerco» listings that the ring has answered, unless their owners have changed them; returns their ids. */
  const endWanted = async (tx: Queries, ring: RingRow): Promise<Set<string>> => {
    const names = new Map(ring.parts.map(({ wantedId, wantedName }) => [wantedId ?? '', wantedName]))
    const ended = new Set<string>()
    for (const id of [...names.keys()].filter((wantedId) => wantedId !== '').toSorted()) {
      const listing = await listingStates.lock(tx, id)
      const isSame = listing?.section === 'cerco' && listing.name === names.get(id)
      if (!isSame || listing.expired || !(await listingStates.set(tx, id, 'ended'))) continue
      await life(tx, listing.sellerId, [id])
      ended.add(id)
    }
    return ended
  }

  return {
    /** Places the requests, agreed at once. The caller has locked members, listings and the ring. */
    async agree(tx: Queries, { id, parts: exchanges }: RingRow): Promise<void> {
      const wishes = withRingTerms(exchanges).map(({ receiverId, offerId, terms }) => ({
        buyerId: receiverId,
        listingId: offerId ?? '',
        ...terms,
      }))
      await store.setOrders(tx, id, await placing.placeForRing(tx, id, wishes))
      await store.agree(tx, id, now())
      const ring = await store.find(id, tx)
      const contacts = await members.contacts(
        tx,
        exchanges.map(({ giverId }) => giverId),
      )
      if (ring) await tellAll(tx, ring, contacts, agreedMail)
    },

    /** Ends a ring in which all have received; opens it again if a delivery was undone. */
    finish: (id: string): Promise<void> =>
      store.transaction(async (tx) => {
        const locked = await lock(tx, id)
        if (!locked) return
        const { ring, contacts, orders } = locked
        const isDone = ring.parts.every(({ order }) => order?.state === 'delivered')
        if (!isDone) return store.reopen(tx, id)
        if (ring.state === 'done') return
        const ended = await endWanted(tx, ring)
        if (await store.close(tx, id, 'done', now()))
          await tellAll(tx, ring, contacts, (share) => doneMail(share, orders, ended))
      }),

    /** Ends a ring of which a request has ended, with the others in which nothing has happened yet. */
    breakUp: (id: string): Promise<void> =>
      store.transaction(async (tx) => {
        const locked = await lock(tx, id)
        if (!locked) return
        const { ring, contacts, orders } = locked
        const left = ring.parts.filter(hasEnded)
        if (left.length === 0) return
        const closed = await requests.breakUp(tx, id, orders)
        if (!(await store.close(tx, id, 'ended', now()))) return
        const resting = left.filter(({ giverId, receiverId }) => contacts.has(giverId) && contacts.has(receiverId))
        await ending.rest(tx, ring, resting)
        await tellAll(tx, ring, contacts, (share) => brokenMail(share, orders, closed))
      }),
  }
}
