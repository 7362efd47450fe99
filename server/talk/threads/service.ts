import type { Member, Viewer } from '#domain/accounts/access.ts'
import { MESSAGE_DAYS } from '#domain/accounts/retention.ts'
import { suspendedMessage } from '#domain/accounts/suspension.ts'
import type { ReportedThing } from '#domain/association/reports.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { itemNames } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isParty, mustStayOpen } from '#domain/exchange/orders.ts'
import type {
  MessageView,
  NewThread,
  ThreadExport,
  ThreadList,
  ThreadPageQuery,
  ThreadView,
} from '#domain/talk/threads.schema.ts'
import {
  MESSAGE_PAGE_SIZE,
  THREAD_MESSAGES,
  THREAD_PAGE_SIZE,
  type ThreadNote,
  threadPath,
} from '#domain/talk/threads.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import type { ThreadHooks } from '#server/talk/threads/hooks.ts'
import { threadKey } from '#server/talk/threads/mails.ts'
import { type ThreadPosting, viewOf } from '#server/talk/threads/posting.ts'
import { makeThreadReading, messageNotice, otherOf } from '#server/talk/threads/reading.ts'
import type { Message, NewThreadRow, OtherState, ThreadRow, ThreadsStore } from '#server/talk/threads/store.ts'

// How many replies the median reply time needs, and how many recent ones it reads.
const LEAST_ANSWERS = 3
const ANSWERS_LOOKED_AT = 50

type Parts = {
  store: ThreadsStore
  notices: Notices
  stream: StreamPublisher
  posting: ThreadPosting
  limits: Limits
  idempotency: Idempotency
  hooks: ThreadHooks
  now: () => Date
}
type Written = { key?: string | undefined; isByMail?: boolean }

/** For calls that a suspended member may make only in some cases. */
const refuseIfSuspended = ({ suspension }: Member): void => {
  if (suspension) throw new AppError('forbidden', suspendedMessage(suspension))
}

export type Threads = ReturnType<typeof makeThreads>

/** Messages between the two parties of a request, or between a listing's owner and another member before a request. */
export const makeThreads = (parts: Parts) => {
  const { store, notices, posting, limits, idempotency, now } = parts
  const reading = makeThreadReading(parts)
  const { listings, orders, members, blocks, acting, strangerLimits, life } = parts.hooks

  /** Throws 404 also for threads of other members. */
  const getOwn = async (id: string, viewer: Member): Promise<ThreadRow> => {
    const thread = await store.find(id)
    if (!thread || ![thread.askerId, thread.ownerId].includes(viewer.id))
      throw new AppError('notFound', THREAD_MESSAGES.notFound)
    return thread
  }

  /** Returns the viewer's own listings that the thread is about. */
  const ownListings = ({ ownerId, listingId }: ThreadRow, order: OrderView | undefined, viewer: Member): string[] => {
    if (ownerId !== viewer.id) return []
    if (!order) return listingId ? [listingId] : []
    return order.orderItems.flatMap(({ product }) => product ?? [])
  }

  const noteOf = async (thread: ThreadRow, viewer: Member, other: OtherState): Promise<ThreadNote | null> => {
    if (other.isDeleted) return 'gone'
    const usual = other.atDesk ? 'atDesk' : null
    if (!viewer.suspension && !other.isSuspended) return usual
    if (thread.orderId && mustStayOpen(await orders.get(thread.orderId, viewer))) return usual
    return viewer.suspension ? 'ownSuspension' : 'suspended'
  }

  const addOnce = async (viewer: Member, row: NewThreadRow, find: () => Promise<{ id: string } | undefined>) => {
    const added = await store.transaction(async (tx) => {
      const contacts = await members.contacts(tx, [row.askerId, row.ownerId])
      if (!contacts.has(viewer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      // Before the thread, which refers to it, as in transactions that post a message about the request.
      if (row.orderId && !(await orders.lock(tx, row.orderId))) return undefined
      return store.add(tx, row)
    })
    const thread = added ?? (await find())
    if (!thread) throw new AppError('notFound', row.orderId ? ORDER_MESSAGES.notFound : MESSAGES.listingNotFound)
    return thread.id
  }

  const openListing = async (listingId: string, viewer: Member): Promise<string> => {
    const find = () => store.findOfListing(listingId, viewer.id)
    const existing = await find()
    if (existing) return existing.id
    refuseIfSuspended(viewer)
    if (!viewer.hasAd) throw new AppError('forbidden', ORDER_MESSAGES.needsAd)
    const listing = await listings.get(listingId, viewer)
    const areBlocked = await store.transaction((tx) => blocks.areBlocked(tx, viewer.id, listing.seller._id))
    if (areBlocked) throw new AppError('notFound', MESSAGES.listingNotFound)
    acting.refuseVolunteerAsParty(viewer, listing.seller._id)
    if (listing.seller._id === viewer.id) throw new AppError('forbidden', THREAD_MESSAGES.ownListing)
    const parties = { askerId: viewer.id, ownerId: listing.seller._id }
    return addOnce(viewer, { orderId: null, listingId, title: listing.name, ...parties, at: now() }, find)
  }

  const openOrder = async (orderId: string, viewer: Member): Promise<string> => {
    const order = await orders.get(orderId, viewer)
    if (!isParty(order, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
    const find = () => store.findOfOrder(orderId)
    const existing = await find()
    if (existing) return existing.id
    const parties = { askerId: order.user._id, ownerId: order.seller }
    const row = { orderId, listingId: null, title: itemNames(order), ...parties, at: new Date(order.createdAt) }
    return addOnce(viewer, row, find)
  }

  return {
    /** Returns what a report of the message quotes; only for the two members of its thread. */
    async reported(id: string, viewer: Viewer): Promise<ReportedThing | undefined> {
      const message = viewer && (await store.findMessage(id, viewer.id))
      if (!message) return undefined
      const { senderId, threadId, text, to } = message
      return { authorId: senderId, title: to, path: threadPath(threadId), content: text }
    },
    setWithheld: store.setWithheld,
    find: store.find,

    /** The messages of a request that the association mediates, or has mediated; for admins. */
    async ofProblem({ _id, problem, settled }: OrderView): Promise<MessageView[]> {
      if (!problem && !settled) throw new AppError('forbidden', MESSAGES.forbidden)
      const thread = await store.findOfOrder(_id)
      return thread ? (await store.allMessages(thread.id)).map(viewOf) : []
    },

    /** Returns the thread of a request or listing; creates it if it does not exist. */
    open: async (viewer: Member, about: NewThread): Promise<{ _id: string }> => ({
      _id: await ('order' in about ? openOrder(about.order, viewer) : openListing(about.listing, viewer)),
    }),

    async list(viewer: Member, p: number): Promise<ThreadList> {
      const page = store.list(viewer.id, { p, size: THREAD_PAGE_SIZE })
      const [rows, { total, unread }] = await Promise.all([page, store.count(viewer.id)])
      const threads = rows.map(
        ({ id, orderId, listingId, title, withId, withUsername, withName, unread: own, last }) => ({
          _id: id,
          order: orderId,
          listing: listingId,
          title,
          with: { _id: withId, username: withUsername, name: withName },
          unread: own,
          last: viewOf({ ...last, createdAt: new Date(last.at) }),
        }),
      )
      return { threads, unread, pages: pagesOf(total, THREAD_PAGE_SIZE) }
    },

    about: (id: string, viewer: Member) => store.about(id, viewer.id),

    /** Counts unread messages in all threads of the member. */
    countUnread: ({ id }: Member): Promise<number> => store.countUnread(id),

    /** Reading the newest messages marks the thread as read. */
    async read(id: string, viewer: Member, query: ThreadPageQuery, signal: AbortSignal): Promise<ThreadView> {
      const thread = await getOwn(id, viewer)
      const otherId = otherOf(thread, viewer)
      const { username, name, ...state } = await store.findMember(otherId, now())
      const note = await noteOf(thread, viewer, state)
      const isNewest = query.p === 1 && !query.before
      const { rows, total } = await (isNewest ? reading.newest(id, viewer, signal) : reading.older(id, query))
      const shown = rows.slice(0, MESSAGE_PAGE_SIZE)
      return {
        _id: id,
        order: thread.orderId,
        listing: thread.listingId,
        title: thread.title,
        with: { _id: otherId, username, name },
        note,
        canWrite: note !== 'gone' && note !== 'ownSuspension',
        messages: shown.toReversed().map(viewOf),
        pages: pagesOf(total, MESSAGE_PAGE_SIZE),
        next: rows.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
      }
    },

    async write(
      id: string,
      viewer: Member,
      text: string,
      { key, isByMail = false }: Written = {},
    ): Promise<MessageView> {
      await limits.take('message', viewer.id)
      const thread = await getOwn(id, viewer)
      const order = thread.orderId ? await orders.get(thread.orderId, viewer) : undefined
      const isKeptOpen = order !== undefined && mustStayOpen(order)
      if (!isKeptOpen) refuseIfSuspended(viewer)
      const otherId = otherOf(thread, viewer)
      acting.refuseVolunteerAsParty(viewer, otherId)
      // Exempt from the limit on messages to strangers: the owner's messages, and messages to a member who has written before.
      const isAnswer = thread.ownerId === viewer.id || (await store.hasWritten(otherId, viewer.id))
      const call = { memberId: viewer.id, call: `POST /api/threads/${thread.id}/messages`, key, body: text }
      const once = idempotency.once<Message>(call, store.findSent)
      const add = async (tx: Queries): Promise<Message> => {
        const contacts = await members.contacts(tx, [viewer.id, otherId])
        if (!contacts.has(otherId)) throw new AppError('conflict', THREAD_MESSAGES.recipientGone)
        if (!isKeptOpen && (await blocks.areBlocked(tx, viewer.id, otherId)))
          throw new AppError('conflict', THREAD_MESSAGES.recipientUnreachable)
        if (!isAnswer) await strangerLimits.take(tx, 'messageToStranger', viewer.id, otherId)
        const at = now()
        if (thread.orderId && thread.ownerId === viewer.id) await orders.noteAnswer(tx, thread.orderId, at)
        const message = await posting.add(tx, thread, { senderId: viewer.id, text, at })
        await notices.tell(tx, messageNotice(thread, otherId))
        if (isByMail) await reading.markMailed(tx, thread, viewer)
        await life(tx, viewer.id, ownListings(thread, order, viewer))
        return message
      }
      return viewOf(await store.transaction((tx) => once.store(tx, () => add(tx))))
    },

    /** Returns the median minutes until a seller replies with a step or a message; null with too few replies. */
    async answerTime(sellerId: string): Promise<number | null> {
      const [toRequests, toQuestions] = await Promise.all([
        orders.answerMinutes(sellerId, ANSWERS_LOOKED_AT),
        store.firstAnswers(sellerId, ANSWERS_LOOKED_AT),
      ])
      const all = [...toRequests, ...toQuestions].toSorted((a, b) => a - b)
      return all.length < LEAST_ANSWERS ? null : (all[Math.floor(all.length / 2)] ?? null)
    },

    personalData: {
      tables: ['thread', 'message'],
      async export({ id: memberId }) {
        const threads: ThreadExport[] = []
        for (const { id, orderId, listingId, title, withId, withUsername, withName } of await store.list(memberId)) {
          const messages = (await store.allMessages(id)).map(viewOf)
          const about = { order: orderId, listing: listingId, title }
          threads.push({ _id: id, ...about, with: { _id: withId, username: withUsername, name: withName }, messages })
        }
        return { threads }
      },
      /** Also removes the notices of the deleted messages. */
      async erase(tx, { id: memberId }) {
        const removed = await store.removeOf(tx, memberId)
        await notices.removeAbout(
          tx,
          removed.map(({ otherId }) => otherId),
          removed.map(({ id }) => threadKey(id)),
        )
      },
      deleteExpired: (at) => store.removeOlderThan(new Date(at.getTime() - MESSAGE_DAYS * DAY_MS)),
    } satisfies PersonalData,
  }
}
