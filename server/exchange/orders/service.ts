import type { Member } from '#domain/accounts/access.ts'
import { shownEmail } from '#domain/accounts/desk.ts'
import type { Waiting } from '#domain/accounts/members.schema.ts'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { UNANSWERED_DAYS } from '#domain/association/dashboard.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderPageQuery, OrderQuery, OrderView } from '#domain/exchange/orders.schema.ts'
import { canListOrders, canSeeOrder } from '#domain/exchange/orders.ts'
import type { FiguresStore, MonthRow } from '#server/exchange/orders/figures-store.ts'
import type { OrderRow, OrdersStore } from '#server/exchange/orders/store.ts'
import { toView } from '#server/exchange/orders/views.ts'
import type { PaymentsService } from '#server/exchange/payments/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

export type OrdersService = ReturnType<typeof makeOrdersService>
type Parts = { store: OrdersStore; figures: FiguresStore; payments: PaymentsService; now: () => Date }
export type OrderList = { orders: OrderView[]; total: number }

const MOST_COUNTED = 100
const BLANK_ADDRESS = { fullName: DELETED_MEMBER_NAME, address: '', city: '', postalCode: '', country: '', phone: '' }

/** Reads orders. The writes are in placing.ts, steps.ts and correspondence.ts. */
export const makeOrdersService = ({ store, figures, payments, now }: Parts) => {
  const unansweredBefore = () => new Date(now().getTime() - UNANSWERED_DAYS * DAY_MS)
  const toViews = async (rows: OrderRow[], viewerId: string, tx?: Queries): Promise<OrderView[]> => {
    const paid = await payments.ofOrders(
      rows.map(({ id }) => id),
      tx,
    )
    return rows.map((row) => toView(row, paid.get(row.id) ?? null, viewerId, now()))
  }
  const list = async ({ rows, total }: { rows: OrderRow[]; total: number }, viewer: Member): Promise<OrderList> => ({
    orders: await toViews(rows, viewer.id),
    total,
  })

  return {
    /** An order that the viewer must not see is reported as missing. */
    async get(id: string, viewer: Member, tx?: Queries): Promise<OrderView> {
      const row = await store.find(id, tx)
      const [view] = row ? await toViews([row], viewer.id, tx) : []
      if (!row || !view || !canSeeOrder(view, viewer)) throw new AppError('notFound', ORDER_MESSAGES.notFound)
      return {
        ...view,
        buyer: row.buyer && { ...row.buyer, email: shownEmail(row.buyer.email) },
        ownerPhone: row.sellerAtDesk ? row.sellerPhone : '',
      }
    },

    /** Does not check permissions. */
    async read(id: string, tx: Queries): Promise<OrderView | undefined> {
      const row = await store.find(id, tx)
      return row && (await toViews([row], '', tx))[0]
    },

    mine: async (viewer: Member, { p, pageSize }: OrderPageQuery): Promise<OrderList> =>
      list(await store.page({ buyerId: viewer.id, p, size: pageSize }), viewer),

    async received(viewer: Member, { seller, q, only, p, pageSize }: OrderQuery): Promise<OrderList> {
      if (!canListOrders(seller, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      const filter = only && { filter: only, before: unansweredBefore() }
      return list(await store.page({ sellerId: seller, words: q, only: filter, p, size: pageSize }), viewer)
    },

    /** The open requests on each side of a member, of which there are rarely many: counted up to a limit. */
    async countWaiting({ id }: Member): Promise<{ received: Waiting; sent: Waiting }> {
      const open = await toViews(await store.open(id, MOST_COUNTED), id)
      const count = (orders: OrderView[]): Waiting => ({
        open: orders.length,
        waiting: orders.filter(({ turn }) => turn === id).length,
      })
      return {
        received: count(open.filter(({ seller }) => seller === id)),
        sent: count(open.filter(({ user }) => user._id === id)),
      }
    },

    listingsOf: ({ orderItems }: OrderView): string[] => orderItems.flatMap(({ product }) => product ?? []),
    subjects: store.subjects,
    othersInOpen: store.othersInOpen,
    countOpen: store.countOpen,
    lockOpen: store.lockOpen,
    hasFinished: store.hasFinished,
    countFinished: store.countFinished,
    exchangedOutside: store.exchangedOutside,
    haveExchanged: store.haveExchanged,
    countAbout: store.countAbout,
    answerMinutes: store.answerMinutes,

    /** Returns those of the pictures that an order uses. */
    picturesInOrders: async (tx: Queries, urls: string[]): Promise<ReadonlySet<string>> =>
      new Set((await store.picturesAmong(tx, urls)).map(({ image }) => image)),

    /** Orders are kept for the other party, without the shipping address and what the member wrote. */
    personalData: {
      tables: ['orders'],
      export: async ({ id }) => ({ orders: await toViews(await store.ofMember(id), id) }),
      erase: (tx, { id }) => store.blankTexts(tx, id, BLANK_ADDRESS),
    } satisfies PersonalData,

    countActive: figures.countActive,
    countUnanswered: () => store.countUnanswered(unansweredBefore()),

    async figures(since: Date): Promise<{ total: number; paid: number; delivered: number; byMonth: MonthRow[] }> {
      const [totals, months] = await Promise.all([figures.totals(), figures.byMonth(since)])
      const byMonth = months.map(({ val, euro, ...rest }) => ({
        ...rest,
        val: fromHundredths(val),
        euro: fromHundredths(euro),
      }))
      return { ...totals, byMonth }
    },
  }
}
