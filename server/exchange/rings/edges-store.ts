import { canBeRing } from '#server/exchange/rings/possible-store.ts'
import type { MatchedListing } from '#server/market/search/matches.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'

export type RingListing = MatchedListing & { id: string; ownerId: string; ownerSince: Date; canRing: boolean }
export type Edge = { offerId: string; wantedId: string; giverId: string; receiverId: string; score: number }
/** The edges of a ring, as parallel lists: member n gives offer n to member n + 1, which matches wanted n. */
export type FoundRing = { members: string[]; offers: string[]; wanteds: string[]; score: number }

export type EdgesStore = ReturnType<typeof makeEdgesStore>

// Bounds of the search: the best edges of the listings, the best edges of each next member, and rings of each length.
const MAX_STARTS = 20
const MAX_BRANCHES = 12
const MAX_FOUND = 200
/** Rings to return. Bounded, because checking whether a ring can be proposed costs more than finding it. */
const MAX_POSSIBLE = 100

const bound = (count: number): Sql => raw(String(count))

/** The best edges of a member, as giver or as receiver. */
const best = (side: 'giver_id' | 'receiver_id', member: Sql): Sql => sql`lateral (
  select * from ring_edge where ${raw(side)} = ${member} order by score desc limit ${bound(MAX_BRANCHES)})`

/** A ring of these edges, each given as the alias of a table. */
const ringOf = (...aliases: string[]): Sql => {
  const list = (column: string) => raw(`array[${aliases.map((alias) => `${alias}.${column}`).join(', ')}]`)
  return sql`${list('giver_id')} as members, ${list('offer_id')} as offers, ${list('wanted_id')} as wanteds,
    (${raw(aliases.map((alias) => `${alias}.score`).join(' + '))}) / ${bound(aliases.length)} as score`
}

/** The graph of matches between offers and wanted listings. An edge leads from the giver to the receiver. */
export const makeEdgesStore = (db: Database) => ({
  transaction: db.transaction,

  listing: (id: string): Promise<RingListing | undefined> =>
    db.first<RingListing>(sql`
      select l.id, l.seller_id as "ownerId", m.created_at as "ownerSince", l.section, l.name, l.brand,
        coalesce(l.category, '') as category, l.is_service as "isService", l.city, l.municipality, can_ring(l) as "canRing"
      from listing l join member m on m.id = l.seller_id where l.id = ${id}`),

  /** The listings that share an edge with this one. */
  async joined(listingId: string): Promise<string[]> {
    const rows = await db.query<{ id: string }>(sql`
      select wanted_id as id from ring_edge where offer_id = ${listingId}
      union all select offer_id from ring_edge where wanted_id = ${listingId}`)
    return rows.map(({ id }) => id)
  },

  /** Deletes only the edges to `joined`, read before the matches, so that an edge added by a concurrent search stays. */
  async replace(tx: Queries, listingId: string, joined: string[], edges: Edge[]): Promise<void> {
    // Foreign keys would lock them in the order of the edges.
    const members = edges.flatMap(({ giverId, receiverId }) => [giverId, receiverId])
    const listings = edges.flatMap(({ offerId, wantedId }) => [offerId, wantedId])
    await tx.execute(sql`select from member where id = any(${members}::uuid[]) order by id for key share`)
    await tx.execute(sql`select from listing where id = any(${listings}::uuid[]) order by id for key share`)
    await tx.execute(sql`
      delete from ring_edge where (offer_id = ${listingId} and wanted_id = any(${joined}::uuid[]))
        or (wanted_id = ${listingId} and offer_id = any(${joined}::uuid[]))`)
    await tx.execute(sql`
      insert into ring_edge (offer_id, wanted_id, giver_id, receiver_id, score, print)
      select e."offerId", e."wantedId", e."giverId", e."receiverId", e.score, match_print(o, w)
      from jsonb_to_recordset(${JSON.stringify(edges)}) as e
        ("offerId" uuid, "wantedId" uuid, "giverId" uuid, "receiverId" uuid, score real)
      join listing o on o.id = e."offerId" join listing w on w.id = e."wantedId" order by 1, 2
      on conflict (offer_id, wanted_id) do update set score = excluded.score, print = excluded.print`)
  },

  /** Rings of two to four members through these listings that can be proposed now. */
  ringsThrough: (listingIds: string[], young: Date, now: Date): Promise<FoundRing[]> =>
    db.query<FoundRing>(sql`
      with start as materialized (
        select * from ring_edge where offer_id = any(${listingIds}::uuid[]) or wanted_id = any(${listingIds}::uuid[])
        order by score desc limit ${bound(MAX_STARTS)}
      ), found as materialized (
        (select ${ringOf('a', 'b')} from start a
          join ring_edge b on b.giver_id = a.receiver_id and b.receiver_id = a.giver_id
          limit ${bound(MAX_FOUND)})
        union all
        (select ${ringOf('a', 'b', 'c')} from start a cross join ${best('giver_id', sql`a.receiver_id`)} as b
          join ring_edge c on c.giver_id = b.receiver_id and c.receiver_id = a.giver_id
          limit ${bound(MAX_FOUND)})
        union all
        (select ${ringOf('a', 'b', 'c', 'd')} from start a cross join ${best('giver_id', sql`a.receiver_id`)} as b
          cross join ${best('receiver_id', sql`a.giver_id`)} as d
          join ring_edge c on c.giver_id = b.receiver_id and c.receiver_id = d.giver_id
          where a.giver_id <> b.receiver_id and a.receiver_id <> d.giver_id
          limit ${bound(MAX_FOUND)})
      )
      select best.* from (select * from found order by score desc offset 0) as best
      where ${canBeRing(young, now)} limit ${bound(MAX_POSSIBLE)}`),
})
