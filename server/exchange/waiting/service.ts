import { DAY_MS } from '#domain/base/dates.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived, hasBegun } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS, REMINDER_DAYS } from '#domain/exchange/steps.ts'
import { leftOf } from '#domain/market/kinds.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { DueRequest, WaitingRequest, WaitingStore } from '#server/exchange/orders/waiting-store.ts'
import type { Problems } from '#server/exchange/problems/service.ts'
import { awaitedMail, expiredMail, receivedByTimeMail } from '#server/exchange/waiting/mails.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { failIfAny } from '#server/platform/jobs/failed-parts.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

const BATCH = 100
const NOBODY_ACTED = `Per ${EXPIRY_DAYS} giorni nessuno ha fatto il passo successivo.`

type Parts = {
  store: ChangeStore
  waitingStore: WaitingStore
  orders: OrdersService
  closing: Closing
  problems: Problems
  stock: Stock
  members: MembersService
  notices: Notices
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>
type People = { contacts: Contacts; admins: string[] }

/** What is left of a listing; null without a limit, or if it was deleted. */
const leftIn = ([listing]: Awaited<ReturnType<Stock['read']>>): number | null => (listing ? leftOf(listing) : null)

const goneText = ({ isSought, wasTaken }: WaitingRequest): string => {
  if (isSought) return wasTaken ? 'è stato trovato' : 'non si cerca più'
  return wasTaken ? 'è andato a un’altra persona' : 'non è disponibile'
}

const availabilityText = (listingId: string, request: WaitingRequest): string => {
  const name = `«${listingRef(listingId)}»`
  const { isGone, isSought, awaitsRequester } = request
  if (isGone)
    return `${name} per ora ${goneText(request)}: ${isSought ? 'la tua risposta resta in attesa' : 'la tua richiesta resta in attesa, nel caso torni'}`
  const back = `${name} ${isSought ? 'si cerca di nuovo' : 'è tornato'}`
  if (awaitsRequester) return `${back}: tocca a te rispondere alla proposta`
  return `${back}: la tua ${isSought ? 'risposta resta in attesa' : 'richiesta è ancora in attesa di risposta'}`
}

/** Reminds the awaited party, ends requests that nobody answers, and tells requesters of a listing that went to somebody else. */
export const makeWaiting = (parts: Parts) => {
  const { store, waitingStore, orders, closing, problems, stock, members, notices, now } = parts

  const tell = (tx: Queries, member: string, { _id }: OrderView, content: MailContent) =>
    notices.tell(tx, { member, kind: 'step', text: content.subject, link: `/order/${_id}`, mail: { content } })

  const tellBoth = async (
    tx: Queries,
    order: OrderView,
    contacts: Contacts,
    write: (order: OrderView, to: { id: string; shownName: string }) => MailContent,
  ): Promise<void> => {
    for (const to of contacts.values()) await tell(tx, to.id, order, write(order, to))
  }

  const remind = async (tx: Queries, order: OrderView, days: number, contacts: Contacts): Promise<void> => {
    await waitingStore.recordReminders(tx, order._id, REMINDER_DAYS.filter((due) => days >= due).length)
    const awaited = order.turn && contacts.get(order.turn)
    if (awaited) await tell(tx, awaited.id, order, awaitedMail(order, awaited, days))
  }

  /** After the deadline: a handover counts as received, money becomes a problem, everything else expires. */
  const end = async (tx: Queries, order: OrderView, people: People): Promise<void> => {
    const { contacts } = people
    if (countsAsReceived(order)) {
      await closing.deliver(tx, order, null)
      return tellBoth(tx, order, contacts, receivedByTimeMail)
    }
    if (hasBegun(order)) return problems.openByServer(tx, order, NOBODY_ACTED, people)
    await closing.expire(tx, order)
    // The job that breaks its ring tells all members.
    if (!order.ring) await tellBoth(tx, order, contacts, expiredMail)
  }

  const followUp = ({ id, buyerId, sellerId, turnAt }: DueRequest): Promise<void> =>
    store.transaction(async (tx) => {
      const at = now()
      const daysSince = (moment: Date) => Math.floor((at.getTime() - moment.getTime()) / DAY_MS)
      // The turn can only have become later once the order is locked.
      const admins = daysSince(turnAt) >= EXPIRY_DAYS ? await members.admins(tx, [buyerId, sellerId]) : []
      const contacts = await members.contacts(tx, [buyerId, sellerId])
      await store.lock(tx, id)
      const due = await waitingStore.dueSince(tx, id, at)
      const order = due && (await orders.read(id, tx))
      if (!order) return
      const days = daysSince(due.turnAt)
      return days >= EXPIRY_DAYS ? end(tx, order, { contacts, admins }) : remind(tx, order, days, contacts)
    })

  const tellGone = (listingId: string, { id, buyerId }: WaitingRequest): Promise<void> =>
    store.transaction(async (tx) => {
      await members.contacts(tx, [buyerId])
      await store.lock(tx, id)
      const left = leftIn(await stock.lock(tx, [listingId]))
      const [request] = left === null ? [] : await waitingStore.untold(listingId, left, id, tx)
      if (!request) return
      await waitingStore.recordGone(tx, id, request.isGone)
      const text = availabilityText(listingId, request)
      const key = `waiting ${id}`
      // Replacing an unseen notice would not send another mail.
      await notices.removeAbout(tx, [buyerId], [key])
      await notices.tell(tx, { member: buyerId, kind: 'step', text, link: `/order/${id}`, listing: listingId, key })
    })

  return {
    hasDue: () => waitingStore.hasDue(now()),

    async followUpAll(stopping?: AbortSignal): Promise<void> {
      const errors: unknown[] = []
      for (const request of await waitingStore.due(now(), BATCH)) {
        if (stopping?.aborted) return
        // An error of one request must not block the others.
        await followUp(request).catch((error) => errors.push(error))
      }
      failIfAny(errors, 'some requests were not followed up')
    },

    /** Tells the requesters who wait for a listing that it is gone, or back. */
    async tellWaiting(listingId: string): Promise<void> {
      const left = leftIn(await stock.read([listingId]))
      if (left === null) return
      for (const request of await waitingStore.untold(listingId, left)) await tellGone(listingId, request)
    },
  }
}
