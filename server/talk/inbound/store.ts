import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** A request or a conversation. */
export type Subject = { orderId: string; threadId: null } | { orderId: null; threadId: string }
export type ReplyAddressRow = { id: string; tokenHash: Buffer }
export type NewReplyAddress = ReplyAddressRow & { memberId: string }
export type FoundAddress = Subject & { memberId: string }

export type NewInbound = {
  digest: Buffer
  recipients: string[]
  hasSender: boolean
  content: Buffer
  at: Date
}
export type InboundRow = { recipients: string[]; hasSender: boolean; content: Buffer; receivedAt: Date }
export type Outcome = 'posted' | 'ignored' | 'bounce' | 'refused'
export type Answer = 'yes' | 'no' | null
export type AskedReply = Subject & { memberId: string; sender: string | null; answer: Answer; text: string; at: Date }

export type InboundQueue = { waiting: number; oldest: Date | null; last: Date | null; asked: number }
export type InboundStore = ReturnType<typeof makeInboundStore>

export const makeInboundStore = (db: Database) => ({
  transaction: db.transaction,

  /** Adds addresses for members who have none for this subject. The caller has locked the members and the order. */
  async addAddresses(tx: Queries, added: NewReplyAddress[], { orderId, threadId }: Subject, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into reply_address (id, token_hash, member_id, order_id, thread_id, created_at)
      select id, decode(hash, 'hex'), member_id, ${orderId}::uuid, ${threadId}::uuid, ${at}
      from unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ tokenHash }) => tokenHash.toString('hex'))}::text[],
        ${added.map(({ memberId }) => memberId)}::uuid[]) as added (id, hash, member_id)
      on conflict do nothing`)
  },

  addressOf: (tx: Queries, memberId: string, { orderId, threadId }: Subject): Promise<ReplyAddressRow | undefined> =>
    tx.first<ReplyAddressRow>(sql`
      select id, token_hash as "tokenHash" from reply_address
      where member_id = ${memberId} and (order_id = ${orderId} or thread_id = ${threadId})`),

  async setToken(tx: Queries, { id, tokenHash }: ReplyAddressRow): Promise<void> {
    await tx.execute(sql`update reply_address set token_hash = ${tokenHash} where id = ${id}`)
  },

  findAddress: (tokenHashes: Buffer[]): Promise<FoundAddress | undefined> =>
    db.first<FoundAddress>(sql`
      select member_id as "memberId", order_id as "orderId", thread_id as "threadId" from reply_address
      where token_hash = any(${tokenHashes}::bytea[])
      order by array_position(${tokenHashes}::bytea[], token_hash) limit 1`),

  async removeAddresses(tx: Queries, tokenHashes: Buffer[]): Promise<void> {
    await tx.execute(sql`delete from reply_address where token_hash = any(${tokenHashes}::bytea[])`)
  },

  /** Returns undefined if the mail is already stored. */
  async add(tx: Queries, { digest, recipients, hasSender, content, at }: NewInbound): Promise<number | undefined> {
    const row = await tx.first<{ id: number }>(sql`
      insert into inbound_mail (digest, recipients, has_sender, content, received_at)
      values (${digest}, ${recipients}::text[], ${hasSender}, ${content}, ${at})
      on conflict (digest) do nothing returning id`)
    return row?.id
  },

  /** Undefined if it has been read. */
  find: (id: number): Promise<InboundRow | undefined> =>
    db.first<InboundRow>(sql`
      select recipients, has_sender as "hasSender", content, received_at as "receivedAt" from inbound_mail
      where id = ${id} and state = 'new'`),

  /** Returns false if another job has read it. */
  async end(tx: Queries, id: number, outcome: Outcome): Promise<boolean> {
    const count = await tx.execute(sql`
      update inbound_mail set state = ${outcome}, content = null where id = ${id} and state = 'new'`)
    return count > 0
  },

  /** For a mail of the command test-mail-in, which waits for it. */
  async endTest(id: number, recipient: string): Promise<void> {
    await db.execute(sql`
      update inbound_mail set state = 'ignored', content = null, recipients = ${[recipient]}::text[]
      where id = ${id} and state = 'new'`)
  },

  async hasArrived(recipient: string): Promise<boolean> {
    const rows = await db.query(sql`select from inbound_mail where ${recipient} = any(recipients)`)
    return rows.length > 0
  },

  /** Counts the answers to unknown addresses since a moment: to this sender, and in total. */
  async answered(tx: Queries, senderHash: Buffer, { sender, all }: { sender: Date; all: Date }) {
    const row = await tx.first<{ bySender: number; inTotal: number }>(sql`
      select count(*) filter (where sender_hash = ${senderHash})::int as "bySender",
        count(*) filter (where received_at > ${all})::int as "inTotal"
      from inbound_mail where sender_hash is not null and received_at > ${sender}`)
    return row ?? { bySender: 0, inTotal: 0 }
  },

  async endUnknown(tx: Queries, id: number, senderHash: Buffer): Promise<boolean> {
    const count = await tx.execute(sql`
      update inbound_mail set state = 'unknown', content = null, sender_hash = ${senderHash}
      where id = ${id} and state = 'new'`)
    return count > 0
  },

  async ask(tx: Queries, id: number, { memberId, orderId, threadId, sender, answer, text }: Omit<AskedReply, 'at'>) {
    const count = await tx.execute(sql`
      update inbound_mail set state = 'asked', content = null, member_id = ${memberId}, order_id = ${orderId},
        thread_id = ${threadId}, sender = ${sender}, answer = ${answer}, text = ${text}
      where id = ${id} and state = 'new'`)
    return count > 0
  },

  asked: (id: number): Promise<AskedReply | undefined> =>
    db.first<AskedReply>(sql`
      select member_id as "memberId", order_id as "orderId", thread_id as "threadId", sender, answer, text, received_at as at
      from inbound_mail where id = ${id} and state = 'asked'`),

  async endAsked(id: number): Promise<void> {
    await db.execute(sql`
      update inbound_mail set state = 'confirmed', text = null, sender = null where id = ${id} and state = 'asked'`)
  },

  heldOf: (memberId: string): Promise<{ at: Date; sender: string | null; text: string }[]> =>
    db.query<{ at: Date; sender: string | null; text: string }>(sql`
      select received_at as at, sender, text from inbound_mail
      where member_id = ${memberId} and state = 'asked' order by id`),

  async queue(): Promise<InboundQueue> {
    const row = await db.first<InboundQueue>(sql`
      select count(*) filter (where state = 'new')::int as waiting, count(*) filter (where state = 'asked')::int as asked,
        min(received_at) filter (where state = 'new') as oldest, max(received_at) as last
      from inbound_mail`)
    return row ?? { waiting: 0, oldest: null, last: null, asked: 0 }
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from reply_address where member_id = ${memberId}`)
    await tx.execute(sql`delete from inbound_mail where member_id = ${memberId}`)
  },

  removeOlderThan: (moment: Date): Promise<number> =>
    db.execute(sql`delete from inbound_mail where received_at < ${moment} and state <> 'new'`),
  async removeAskedBefore(moment: Date): Promise<void> {
    await db.execute(sql`
      update inbound_mail set state = 'refused', text = null, sender = null where state = 'asked' and received_at < ${moment}`)
  },
})
