import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { jobs } from '#server/jobs/jobs.ts'
import { makeMembersStore } from '#server/members/store.ts'

/**
 * Removes the demo members with their listings, reviews and the orders between them; returns how many there were. Orders
 * with other members stay, without the demo member's name. The VAL in the wallets go to the treasury when the server runs.
 */
export const removeDemo = (db: Database, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const members = await tx.query<{ id: string; email: string }>(sql`
      select id, email from member where demo and deleted_at is null order by id for update`)
    const ids = members.map(({ id }) => id)
    await tx.execute(sql`
      delete from orders o where buyer_id = any(${ids}) and seller_id = any(${ids})
        and not exists (select from payment p where p.order_id = o.id)`)
    await tx.execute(sql`delete from review where member_id = any(${ids})`)
    await tx.execute(sql`delete from listing where seller_id = any(${ids})`)
    await tx.execute(sql`delete from ring where id in (select ring_id from ring_part where giver_id = any(${ids}))`)
    await tx.execute(sql`delete from ring_rest where one_id = any(${ids}) or other_id = any(${ids})`)
    await tx.execute(sql`update orders set shipping_address = null where buyer_id = any(${ids})`)
    await tx.execute(sql`delete from known_network where member_id = any(${ids})`)
    await tx.execute(sql`delete from mail_link where member_id = any(${ids})`)
    await tx.execute(
      sql`delete from mail where lower(recipient) = any(${members.map(({ email }) => email.toLowerCase())})`,
    )
    for (const id of ids) {
      await makeMembersStore(db).anonymise(tx, id, now)
      await tx.execute(sql`insert into audit (action, subject) values ('member.delete', ${id})`)
    }
    if (ids.length > 0) await jobs.add(tx, 'sweep-wallets', {})
    return ids.length
  })
