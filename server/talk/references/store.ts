import { itemNames } from '#domain/exchange/order-texts.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  fillIn,
  LISTING_GONE,
  type Quoted,
  type ReferenceKind,
  referencesIn,
} from '#server/talk/references/references.ts'

type Row = { id: string; text: string }
type ItemRow = { orderId: string; position: number; name: string }
const byId = (rows: Row[]): Map<string, string> => new Map(rows.map(({ id, text }) => [id, text]))

/** Reads what texts quote: at most one statement for each kind, however many texts there are. */
export const makeReferences = (db: Database) => {
  const read = async (tx: Queries, found: Map<ReferenceKind, string[]>): Promise<Quoted> => {
    const idsOf = (...kinds: ReferenceKind[]) => [...new Set(kinds.flatMap((kind) => found.get(kind) ?? []))]
    const rowsOf = async <T extends { id: string }>(ids: string[], query: ReturnType<typeof sql>): Promise<T[]> =>
      ids.length > 0 ? tx.query<T>(query) : []
    const [people, listings, messages] = [idsOf('name', 'person'), idsOf('listing'), idsOf('message')]
    const problems = idsOf('problem')
    const orders = [...new Set(idsOf('order', 'item').map((id) => id.split(':')[0] ?? ''))]
    const [transfers, requests] = [idsOf('transferNote'), idsOf('requestNote')]
    const items =
      orders.length === 0
        ? []
        : await tx.query<ItemRow>(sql`
          select i.order_id as "orderId", i.position,
            case when l.withheld is null and seller.deleted_at is null then i.name else ${LISTING_GONE} end as name
          from order_item i join orders o on o.id = i.order_id
            left join listing l on l.id = i.listing_id left join member seller on seller.id = o.seller_id
          where i.order_id = any(${orders}::uuid[]) order by i.order_id, i.position`)
    const members = await rowsOf<{ id: string; name: string; username: string }>(
      people,
      sql`select id, shown_name as name, username from member where id = any(${people}::uuid[])`,
    )
    return {
      member: new Map(members.map(({ id, ...names }) => [id, names])),
      listing: byId(
        await rowsOf<Row>(
          listings,
          sql`select id, name as text from listing where id = any(${listings}::uuid[]) and withheld is null`,
        ),
      ),
      order: new Map(
        [...Map.groupBy(items, ({ orderId }) => orderId)].map(([id, orderItems]) => [id, itemNames({ orderItems })]),
      ),
      item: new Map(items.map(({ orderId, position, name }) => [`${orderId}:${position}`, name])),
      problem: byId(
        await rowsOf<Row>(
          problems,
          sql`select o.id, o.problem_text as text from orders o left join member author on author.id = o.problem_by
            where o.id = any(${problems}::uuid[]) and author.deleted_at is null`,
        ),
      ),
      message: byId(
        await rowsOf<Row>(
          messages,
          sql`select id, case when withheld then ${THREAD_MESSAGES.withheld} else text end as text
            from message where id = any(${messages}::uuid[])`,
        ),
      ),
      transferNote: byId(
        await rowsOf<Row>(
          transfers,
          sql`select id, note as text from member_transfer where id = any(${transfers}::uuid[])`,
        ),
      ),
      requestNote: byId(
        await rowsOf<Row>(requests, sql`select id, note as text from val_request where id = any(${requests}::uuid[])`),
      ),
    }
  }

  return {
    /** Returns a function that fills in these texts. */
    async fill(
      texts: readonly string[],
      tx: Queries = db,
    ): Promise<(text: string, write?: (text: string) => string) => string> {
      const found = referencesIn(texts)
      if (found.size === 0) return (text) => text
      const quoted = await read(tx, found)
      return (text, write) => fillIn(text, quoted, write)
    },
  }
}
