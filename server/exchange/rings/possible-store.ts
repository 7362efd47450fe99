import { MAX_OPEN_RINGS } from '#domain/exchange/rings.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Condition on a row with the column `members`: all may be in a ring. Accounts created after `young` may not. */
export const membersAllow = (young: Date): Sql => sql`
  not exists (select from unnest(members) as m (id) left join member p on p.id = m.id
    where p.id is null or not p.verified or p.deleted_at is not null or p.suspended_at is not null or p.created_at > ${young})
  and not exists (select from member_block b where b.blocker_id = any(members) and b.blocked_id = any(members))`

/** Condition on a row with the columns `members`, `offers` and `wanteds`: the ring can be proposed. */
export const canBeRing = (young: Date, now: Date): Sql => sql`
  cardinality(members) = (select count(distinct m) from unnest(members) as m)
  and ${membersAllow(young)}
  and not exists (select from ring_rest r
    where r.one_id = any(members) and r.other_id = any(members) and r.until > ${now})
  and not exists (select from unnest(offers || wanteds) as w (id) left join listing l on l.id = w.id
    where l.id is null or not can_ring(l))
  and not exists (select from ring_part p join ring r on r.id = p.ring_id
    where r.state = 'open' and p.offer_id = any(offers))
  and not exists (select from ring_part p join ring r on r.id = p.ring_id
    where r.state in ('open', 'agreed') and p.wanted_id = any(wanteds))
  and not exists (select from ring_part p join ring r on r.id = p.ring_id
    where r.state = 'open' and p.giver_id = any(members) group by p.giver_id having count(*) >= ${MAX_OPEN_RINGS})`
