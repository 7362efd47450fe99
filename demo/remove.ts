import { makeBlocksStore } from '#server/accounts/blocks/store.ts'
import { makeDeskStore } from '#server/accounts/desk/store.ts'
import { makeLinksStore } from '#server/accounts/members/links-store.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makePasskeysStore } from '#server/accounts/passkeys/store.ts'
import { makeNetworksStore } from '#server/accounts/sessions/networks-store.ts'
import { makeSessionsStore } from '#server/accounts/sessions/store.ts'
import { makeRingsStore } from '#server/exchange/rings/store.ts'
import { makeAlertsStore } from '#server/market/alerts/store.ts'
import { makeFavouritesStore } from '#server/market/favourites/store.ts'
import { makeListingsStore } from '#server/market/listings/store.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'
import { makeNewsletterStore } from '#server/talk/newsletter/store.ts'
import { makeNoticesStore } from '#server/talk/notices/store.ts'
import { makePushStore } from '#server/talk/push/store.ts'
import { makeStreamStore } from '#server/talk/stream/store.ts'
import { makeThreadsStore } from '#server/talk/threads/store.ts'

/**
 * Removes the demo members, their data and the orders between them; returns the number of members. Orders with
 * other members stay, without the demo member's name. The VAL in the wallets go to the treasury when the server runs.
 */
export const removeDemo = (db: Database, now: Date): Promise<number> => {
  const store = makeMembersStore(db)
  const [mail, newsletter] = [makeMailStore(db), makeNewsletterStore(db)]
  const perMember = [
    ...[makeRingsStore(db), makeListingsStore(db), makeBlocksStore(db), makeDeskStore(db), makePasskeysStore(db)],
    ...[makeThreadsStore(db), makeStreamStore(db), makeNoticesStore(db), makePushStore(db), makeFavouritesStore(db)],
    makeAlertsStore(db),
  ]
  const credentials = [makeLinksStore(db), makeNetworksStore(db), makeSessionsStore(db)]

  return db.transaction(async (tx) => {
    const members = await tx.query<{ id: string; email: string }>(sql`
      select id, email from member where demo and deleted_at is null order by id for update`)
    const ids = members.map(({ id }) => id)
    await tx.execute(sql`
      delete from orders o where buyer_id = any(${ids}) and seller_id = any(${ids})
        and not exists (select from payment p where p.order_id = o.id)`)
    await tx.execute(sql`update orders set shipping_address = null where buyer_id = any(${ids})`)
    await tx.execute(sql`delete from review where member_id = any(${ids})`)
    await tx.execute(sql`delete from order_feedback where author_id = any(${ids}) or subject_id = any(${ids})`)
    for (const { id, email } of members) {
      for (const { removeOf } of perMember) await removeOf(tx, id)
      for (const { removeAll } of credentials) await removeAll(tx, id)
      await newsletter.remove(tx, { email })
      await mail.removeTo(tx, email)
      await store.anonymise(tx, id, now)
      await tx.execute(sql`insert into audit (action, subject, at) values ('member.delete', ${id}, ${now})`)
    }
    if (ids.length > 0) await jobs.add(tx, 'sweep-wallets', {})
    return ids.length
  })
}
