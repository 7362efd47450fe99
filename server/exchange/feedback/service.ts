import type { Member } from '#domain/accounts/access.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { FeedbackPage, FeedbackRequest, FeedbackView } from '#domain/exchange/feedback.schema.ts'
import { FEEDBACK_DAYS, FEEDBACK_MESSAGES, FEEDBACK_PAGE_SIZE } from '#domain/exchange/feedback.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { isFinished, isParty, otherParty } from '#domain/exchange/orders.ts'
import type { PublicProfiles } from '#server/accounts/members/public-profiles.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { FeedbackRow, FeedbackStore } from '#server/exchange/feedback/store.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type ReaderParts = { store: FeedbackStore; profiles: PublicProfiles; now: () => Date }
type Parts = {
  store: FeedbackStore
  orders: OrdersService
  orderChanges: ChangeStore
  members: MembersService
  notices: Notices
  limits: Limits
  now: () => Date
}

const toView = ({ id, authorId, username, name, createdAt, ...rest }: FeedbackRow): FeedbackView => ({
  _id: id,
  from: { _id: authorId, username, name },
  ...rest,
  at: createdAt.toISOString(),
})

export const makeFeedbackReader = ({ store, profiles, now }: ReaderParts) => ({
  /** What is shown on a member's page; throws if the member has none. */
  async about(memberId: string, p: number): Promise<FeedbackPage> {
    const { _id } = await profiles.seller(memberId)
    const at = now()
    const [rows, { rating, count }] = await Promise.all([
      store.page(_id, at, { p, size: FEEDBACK_PAGE_SIZE }),
      store.mean(_id, at),
    ])
    return { feedback: rows.map(toView), rating, count, pages: pagesOf(count, FEEDBACK_PAGE_SIZE) }
  },
})

/** What the parties of a finished exchange say about each other. */
export const makeFeedback = ({ store, orders, orderChanges, members, notices, limits, now }: Parts) => ({
  /** Blocking does not prevent it: the exchange took place. */
  async write(orderId: string, viewer: Member, { rating, comment }: FeedbackRequest): Promise<void> {
    const order = await orders.get(orderId, viewer)
    if (!isParty(order, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
    await limits.take('review', viewer.id)
    const subjectId = otherParty(order, viewer.id)
    await store.transaction(async (tx) => {
      const contacts = await members.contacts(tx, [viewer.id, subjectId])
      const author = contacts.get(viewer.id)
      if (!author) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      if (!contacts.has(subjectId)) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
      // Also so that the later of two concurrent ones finds the other, and both are shown.
      await orderChanges.lock(tx, orderId)
      if (!isFinished(await orders.get(orderId, viewer, tx)))
        throw new AppError('conflict', FEEDBACK_MESSAGES.notFinished)
      const at = now()
      const shownAt = new Date(at.getTime() + FEEDBACK_DAYS * DAY_MS)
      if (!(await store.add(tx, { orderId, authorId: viewer.id, subjectId, rating, comment, at, shownAt })))
        throw new AppError('conflict', FEEDBACK_MESSAGES.alreadyWritten)
      await notices.tell(tx, {
        member: subjectId,
        kind: 'review',
        text: `${author.shownName} ha scritto com’è andata con te`,
        link: `/order/${orderId}`,
      })
    })
  },

  lastShown: () => store.lastShown(now()),

  reported: (id: string) => store.reported(id, now()),
  setWithheld: store.setWithheld,

  /** What the member has written stays, without a name, as reviews do. */
  personalData: {
    tables: ['order_feedback'],
    export: async ({ id }) => ({
      feedback: (await store.ofMember(id, now())).map(({ orderId, authorId, createdAt, ...rest }) => ({
        order: orderId,
        direction: authorId === id ? ('written' as const) : ('received' as const),
        ...rest,
        at: createdAt.toISOString(),
      })),
    }),
    erase: (tx, { id }) => store.removeAbout(tx, id),
  } satisfies PersonalData,
})
export type Feedback = ReturnType<typeof makeFeedback>
