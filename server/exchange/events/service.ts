import type { MembersService } from '#server/accounts/members/service.ts'
import { isSameEvent, movedMail, overMail, ownerOverMail, withdrawnMail } from '#server/exchange/events/mails.ts'
import type { ChangeStore, ConcludedRow, Participant, UntoldEvent } from '#server/exchange/orders/change-store.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import type { EventDetails } from '#server/market/hooks.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const BATCH = 500
// So that a time or place that is changed several times is told once.
const TELL_AFTER_MS = 10 * 60_000

type Parts = {
  store: ChangeStore
  members: MembersService
  notices: Notices
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>

/** Requests to take part in events. */
export const makeEventRequests = ({ store, members, notices, now }: Parts) => {
  const send = (tx: Queries, member: string, content: MailContent, link: string, key?: string) =>
    notices.tell(tx, { member, kind: 'step', text: content.subject, link, mail: { content }, ...(key && { key }) })

  const peopleOf = (participants: Participant[]): string[] =>
    participants.flatMap(({ memberId, sellerId }) => [memberId, sellerId])

  /** Only the present is told: the mail of what changed on the way would be wrong by then. */
  const tellChange = async (tx: Queries, change: UntoldEvent, contacts: Contacts): Promise<void> => {
    const { orderId, memberId, sellerId, before, after } = change
    const to = contacts.get(memberId)
    if (!to) return
    const tell = async (content: MailContent) => {
      const key = `event ${orderId}`
      // Replacing an unseen notice would not send another mail.
      await notices.removeAbout(tx, [memberId], [key])
      await send(tx, memberId, content, `/order/${orderId}`, key)
    }
    if (after.onShow && !isSameEvent(before, after)) await tell(movedMail(to, { orderId, before, after }))
    if (before.onShow && !after.onShow)
      await tell(withdrawnMail(to, contacts.get(sellerId)?.shownName ?? 'chi lo organizza', orderId))
  }

  /** The caller has locked the people. */
  const tellUntold = async (tx: Queries, listingId: string): Promise<void> => {
    const untold = await store.takeUntold(tx, listingId)
    const contacts = await members.contacts(tx, [...new Set(peopleOf(untold))])
    for (const change of untold) await tellChange(tx, change, contacts)
  }

  const tellOver = async (
    tx: Queries,
    concluded: ConcludedRow[],
    contacts: Map<string, Correspondent>,
  ): Promise<void> => {
    for (const row of concluded) {
      const to = contacts.get(row.buyerId)
      if (to) await send(tx, row.buyerId, overMail(to, row), `/order/${row.orderId}`)
    }
    const byEvent = Map.groupBy(concluded, ({ sellerId, event }) => `${sellerId} ${event}`)
    for (const [first, ...others] of byEvent.values()) {
      const to = first && contacts.get(first.sellerId)
      const content = to && ownerOverMail(first, to, 1 + others.length)
      if (content) await send(tx, first.sellerId, content, '/orderlist/seller')
    }
  }

  return {
    /** Locks the owner and the participants. To be called before the listing is locked, if it is changed or deleted later. */
    async lockPeople(tx: Queries, listingId: string, sellerId: string): Promise<void> {
      await members.contacts(tx, [...new Set([sellerId, ...peopleOf(await store.participants(tx, listingId))])])
    },

    /**
     * Copies a changed time or place to the open requests, and plans to tell their participants of all changes of the next
     * minutes at once. `details` is null if the listing is no longer an event.
     */
    async follow(tx: Queries, listingId: string, details: EventDetails | null): Promise<void> {
      if ((await store.moveEvent(tx, listingId, details)) === 0) return
      const job = { payload: { listingId }, key: `tell-event ${listingId}` }
      await jobs.addAll(tx, 'tell-event', [job], { delayMs: TELL_AFTER_MS })
    },

    /** Tells the participants at once, because the listing is about to be deleted. */
    async remove(tx: Queries, listingId: string): Promise<void> {
      await store.moveEvent(tx, listingId, null)
      await tellUntold(tx, listingId)
    },

    /** Tells the participants how the event is now, if they do not know. */
    tellParticipants: (listingId: string): Promise<void> =>
      store.transaction(async (tx) => {
        await members.contacts(tx, [...new Set(peopleOf(await store.participants(tx, listingId)))])
        await tellUntold(tx, listingId)
      }),

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
