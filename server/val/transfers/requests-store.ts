import type { ValRequestState } from '#domain/val/transfers.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type ValRequestRow = {
  id: string
  askerId: string
  askedId: string
  /** Usernames. */
  asker: string
  asked: string
  askerName: string
  askedName: string
  amount: number
  note: string
  state: ValRequestState
  withdrawn: boolean
  createdAt: Date
  endsAt: Date
}
export type NewRequestRow = Pick<ValRequestRow, 'askerId' | 'askedId' | 'amount' | 'note' | 'createdAt' | 'endsAt'>

export type ValRequestsStore = ReturnType<typeof makeValRequestsStore>

const BATCH = 100
const PARTNERS_READ = 50

const isOver = (at: Date) => sql`state = 'open' and ends_at <= ${at}`

export const makeValRequestsStore = (db: Database) => {
  const columns = sql`
    r.id, r.asker_id as "askerId", r.asked_id as "askedId", asker.username as asker, asked.username as asked,
    asker.shown_name as "askerName",
    asked.shown_name as "askedName", r.amount,
    r.note, r.state, r.withdrawn_at is not null as withdrawn, r.created_at as "createdAt", r.ends_at as "endsAt"`
  const requests = sql`
    val_request r join member asker on asker.id = r.asker_id join member asked on asked.id = r.asked_id`
  const one = (tx: Queries, id: string): Promise<ValRequestRow | undefined> =>
    tx.first<ValRequestRow>(sql`select ${columns} from ${requests} where r.id = ${id}`)

  return {
    transaction: db.transaction,

    find: (id: string, tx: Queries = db): Promise<ValRequestRow | undefined> => one(tx, id),

    async lock(tx: Queries, id: string): Promise<ValRequestRow | undefined> {
      await tx.execute(sql`select from val_request where id = ${id} for update`)
      return one(tx, id)
    },

    async add(tx: Queries, request: NewRequestRow): Promise<ValRequestRow> {
      const row = await tx.first<{ id: string }>(sql`
        insert into val_request (asker_id, asked_id, amount, note, created_at, ends_at)
        values (${request.askerId}, ${request.askedId}, ${request.amount}, ${request.note}, ${request.createdAt},
          ${request.endsAt})
        returning id`)
      return (await one(tx, row?.id ?? '')) as ValRequestRow
    },

    async setState(tx: Queries, id: string, state: ValRequestState): Promise<void> {
      await tx.execute(sql`update val_request set state = ${state} where id = ${id}`)
    },

    /** After a transfer that failed; the member who is asked gets at least until then. */
    async reopen(tx: Queries, id: string, atLeastUntil: Date): Promise<void> {
      await tx.execute(sql`
        update val_request set state = 'open', ends_at = greatest(ends_at, ${atLeastUntil}) where id = ${id}`)
    },

    async recordWithdrawal(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update val_request set state = 'ended', withdrawn_at = ${at} where id = ${id}`)
    },

    /** Requests by or to a member, newest first. */
    async page(memberId: string, page: Page) {
      const where = sql`(r.asker_id = ${memberId} or r.asked_id = ${memberId})`
      const [rows, counted] = await Promise.all([
        db.query<ValRequestRow>(sql`
          select ${columns} from ${requests} where ${where}
          order by r.id desc ${limitOf(page)}`),
        db.first<{ total: number }>(sql`select count(*) as total from val_request r where ${where}`),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    /** Open requests that a member can pay. */
    async countOpenTo(memberId: string, at: Date): Promise<number> {
      const row = await db.first<{ count: number }>(sql`
        select count(*) from val_request where asked_id = ${memberId} and state = 'open' and ends_at > ${at}`)
      return row?.count ?? 0
    },

    ofMember: (memberId: string): Promise<ValRequestRow[]> =>
      db.query<ValRequestRow>(sql`
        select ${columns} from ${requests} where r.asker_id = ${memberId} or r.asked_id = ${memberId}
        order by r.id desc`),

    /** The last members to whom this one has sent VAL, from whom it has received or asked them, newest first. */
    async recentPartners(memberId: string): Promise<string[]> {
      const last = (other: Sql, own: Sql, table: Sql) => sql`
        (select ${other} as id, created_at as at from ${table} where ${own} = ${memberId}
          order by created_at desc limit ${PARTNERS_READ})`
      const [payer, payee, transfer] = [sql`payer_id`, sql`payee_id`, sql`member_transfer`]
      const rows = await db.query<{ id: string }>(sql`
        select id from (
          ${last(payee, payer, transfer)} union all ${last(payer, payee, transfer)}
          union all ${last(sql`asked_id`, sql`asker_id`, sql`val_request`)}) as partner
        group by id order by max(at) desc`)
      return rows.map(({ id }) => id)
    },

    /** A batch of the open requests that have expired. */
    over: (tx: Queries, at: Date): Promise<{ id: string; askerId: string }[]> =>
      tx.query<{ id: string; askerId: string }>(sql`
        select id, asker_id as "askerId" from val_request where ${isOver(at)}
        order by ends_at limit ${BATCH}`),

    hasOver: (at: Date): Sql => sql`exists (select from val_request where ${isOver(at)})`,

    /** Locks the open ones; skips rows locked elsewhere. */
    lockOpen: (tx: Queries, ids: string[]): Promise<ValRequestRow[]> =>
      tx.query<ValRequestRow>(sql`
        select ${columns} from ${requests} where r.id = any(${ids}::uuid[]) and r.state = 'open'
        order by r.id for update of r skip locked`),

    async endBetween(tx: Queries, memberId: string, otherId: string): Promise<void> {
      await tx.execute(sql`
        update val_request set state = 'ended' where state = 'open'
          and (asker_id, asked_id) in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`)
    },

    /** For the deletion of an account: ends the open requests and removes the notes that the member wrote. */
    async closeAll(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`
        update val_request set state = 'ended'
        where state = 'open' and (asker_id = ${memberId} or asked_id = ${memberId})`)
      await tx.execute(sql`update val_request set note = '' where asker_id = ${memberId} and note <> ''`)
    },
  }
}
