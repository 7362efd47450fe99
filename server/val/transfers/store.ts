import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type TransferRow = {
  id: string
  payerId: string
  payeeId: string
  amount: number
  note: string
  valRequestId: string | null
  transactionId: string
  createdAt: Date
  toldAt: Date | null
}
export type NewTransfer = Pick<TransferRow, 'payerId' | 'payeeId' | 'amount' | 'note' | 'valRequestId'> & {
  transactionId: string
  at: Date
}

export type TransfersStore = ReturnType<typeof makeTransfersStore>

export const makeTransfersStore = (db: Database) => {
  const columns = sql`
    id, payer_id as "payerId", payee_id as "payeeId", amount, note, val_request_id as "valRequestId",
    transaction_id as "transactionId", created_at as "createdAt", told_at as "toldAt"`

  return {
    transaction: db.transaction,

    find: (id: string, tx: Queries = db): Promise<TransferRow | undefined> =>
      tx.first<TransferRow>(sql`select ${columns} from member_transfer where id = ${id}`),

    /** Payer and payee. */
    async parties(tx: Queries, id: string): Promise<string[]> {
      const row = await tx.first<{ parties: string[] }>(sql`
        select array[payer_id, payee_id] as parties from member_transfer where id = ${id}`)
      return row?.parties ?? []
    },

    lock: (tx: Queries, id: string): Promise<TransferRow | undefined> =>
      tx.first<TransferRow>(sql`select ${columns} from member_transfer where id = ${id} for update`),

    async add(tx: Queries, transfer: NewTransfer): Promise<TransferRow> {
      const { payerId, payeeId, amount, note, valRequestId, transactionId, at } = transfer
      const row = await tx.first<TransferRow>(sql`
        insert into member_transfer (payer_id, payee_id, amount, note, val_request_id, transaction_id, created_at)
        values (${payerId}, ${payeeId}, ${amount}, ${note}, ${valRequestId}, ${transactionId}, ${at})
        returning ${columns}`)
      return row as TransferRow
    },

    async recordTold(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update member_transfer set told_at = ${at} where id = ${id}`)
    },

    async recordFailure(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update member_transfer set failure_told = true, told_at = ${at} where id = ${id}`)
    },

    /** All transfers from or to a member, newest first. */
    ofMember: (memberId: string): Promise<TransferRow[]> =>
      db.query<TransferRow>(sql`
        select ${columns} from member_transfer where payer_id = ${memberId} or payee_id = ${memberId}
        order by created_at desc, id desc`),

    /** The transactions that pay these requests for VAL; failed ones are left out. */
    payingRequests: (requestIds: string[]): Promise<{ requestId: string; transactionId: string }[]> =>
      db.query(sql`
        select val_request_id as "requestId", transaction_id as "transactionId" from member_transfer
        where val_request_id = any(${requestIds}::uuid[]) and not failure_told`),

    /** The notes of these transactions, by transaction id, with the id of the transfer. */
    async notes(transactionIds: string[]): Promise<Map<string, { id: string; note: string }>> {
      const rows = await db.query<{ transactionId: string; id: string; note: string }>(sql`
        select transaction_id as "transactionId", id, note from member_transfer
        where transaction_id = any(${transactionIds}::uuid[])`)
      return new Map(rows.map(({ transactionId, ...transfer }) => [transactionId, transfer]))
    },

    /** Removes the notes of a member's transfers, and of requests of the member that others have paid. */
    async blankNotes(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`
        update member_transfer set note = '' where note <> '' and (payer_id = ${memberId}
          or val_request_id = any(array(select id from val_request where asker_id = ${memberId})))`)
    },
  }
}
