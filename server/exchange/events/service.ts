import type { MembersService } from '#server/accounts/members/service.ts'
import { isSameEvent, movedMail, overMail, ownerOverMail, withdrawnMail } from '#server/exchange/events/mails.ts'
import type { ChangeStore, ConcludedRow, Participant } from '#server/exchange/orders/change-store.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import type { EventDetails, EventListing as Listing } from '#server/market/hooks.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const BATCH = 500

type Parts = {
  store: ChangeStore
  members: MembersService
  notices: Notices
  now: () => Date
}
type Write = (to: Correspondent, owner: Correspondent | undefined, participant: Participant) => MailContent

/** Requests to take part in events. */
export const makeEventRequests = ({ store, members, notices, now }: Parts) => {
  const send = (tx: Queries, member: string, content: MailContent, link: string) =>
    notices.tell(tx, { member, kind: 'step', text: content.subject, link, mail: { content } })

  const tell = async (tx: Queries, { sellerId }: Listing, participants: Participant[], write: Write): Promise<void> => {
    const contacts = await members.contacts(tx, [sellerId, ...participants.map(({ memberId }) => memberId)])
    for (const participant of participants) {
      const to = contacts.get(participant.memberId)
      const content = to && write(to, contacts.get(sellerId), participant)
      if (content) await send(tx, participant.memberId, content, `/order/${participant.orderId}`)
    }
  }

  const tellOver = async (
    tx: Queries,
    concluded: ConcludedRow[],
    contacts: Map<string, Correspondent>,
  ): Promise<void> => {
    for (const row of concluded) {
      const to = contacts.get(row.buyerId)
      if (to) await send(tx, row.buyerId, overMail(row.event, to, row), `/order/${row.orderId}`)
    }
    const byEvent = Map.groupBy(concluded, ({ sellerId, event }) => `${sellerId} ${event}`)
    for (const [first, ...others] of byEvent.values()) {
      const to = first && contacts.get(first.sellerId)
      const content = to && ownerOverMail(first.event, to, 1 + others.length)
      if (content) await send(tx, first.sellerId, content, '/orderlist/seller')
    }
  }

  return {
    /** Locks the owner and the participants. To be called before the listing is locked, if `follow` is called later. */
    async lockPeople(tx: Queries, listingId: string, sellerId: string): Promise<void> {
      const participants = await store.participants(tx, listingId)
      await members.contacts(tx, [sellerId, ...participants.map(({ memberId }) => memberId)])
    },

    /**
     * Copies a changed time or place to the open requests and notifies their participants. `details` is null if the listing
     * was deleted or is no longer an event.
     */
    async follow(tx: Queries, listing: Listing, details: EventDetails | null): Promise<void> {
      const wasEvent = listing.section === 'avviso' && !listing.draft
      if (!wasEvent && !details) return
      const participants = await store.participants(tx, listing.id)
      if (!details) {
        const write: Write = (to, owner, { orderId }) =>
          withdrawnMail(listing.name, to, owner?.shownName ?? 'chi lo organizza', orderId)
        return tell(tx, listing, participants, write)
      }
      const moved = participants.filter((participant) => !isSameEvent(participant, details))
      if (moved.length === 0) return
      await store.moveEvent(tx, listing.id, details)
      const write: Write = (to, _, { orderId, ...before }) =>
        movedMail(listing.name, to, { orderId, before, after: details })
      await tell(tx, listing, moved, write)
    },

    hasOver: () => store.hasOverEvents(now()),

    /** Concludes the open requests whose events have all ended, and notifies participants and owners. */
    async concludeOver(stopping?: AbortSignal): Promise<void> {
      const concludeBatch = () =>
        store.transaction(async (tx) => {
          const over = await store.overEvents(tx, now(), BATCH)
          // Locks the members before the orders.
          const contacts = await members.contacts(tx, [
            ...new Set(over.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId])),
          ])
          const ids = over.map(({ orderId }) => orderId)
          const concluded = await store.conclude(tx, ids, now())
          const rows = over.filter(({ orderId }) => concluded.has(orderId))
          await tellOver(tx, rows, contacts)
          return over.length
        })
      while (!stopping?.aborted && (await concludeBatch()) === BATCH);
    },
  }
}
