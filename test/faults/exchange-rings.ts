// Random rings: each member gives the next one something, answers, and takes steps in the requests of the ring.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { vi } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { People } from '#test/faults/exchange-people.ts'
import { anyStep, carryOut, common } from '#test/faults/exchange-plan.ts'
import { makeSender, type OrderRow, orderColumns, stepRequest } from '#test/faults/exchange-play.ts'
import type { Proofs } from '#test/faults/exchange-proofs.ts'
import { SETTLE, type Server } from '#test/faults/exchange-server.ts'
import { makePopulation } from '#test/population.ts'

const answer = fc.record({ ...common, by: fc.nat(2), isYes: fc.constantFrom(true, true, true, false) })

export const ringPlay = fc.record({
  firstPerson: fc.nat(100),
  asksAgain: fc.boolean(),
  prices: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 3 }),
  answers: fc.array(answer, { maxLength: 2 }),
  /** Afterwards everybody says yes, in this order. */
  isAgreed: fc.constantFrom(true, true, true, false),
  steps: fc
    .tuple(
      fc.oneof(fc.constant([]), fc.tuple(carryOut(0), carryOut(1), carryOut(2))),
      fc.array(anyStep, { minLength: 1, maxLength: 8 }),
    )
    .map(([first, others]) => [...first.flat(), ...others]),
})
export type RingPlay = typeof ringPlay extends fc.Arbitrary<infer T> ? T : never
type Parts = { db: Database; server: Server; people: People; proofs: Proofs }

/** Listings of which each answers what the next member seeks; returns the ids of what is offered. */
const aCircle = async (db: Database, memberIds: string[], prices: number[]): Promise<string[]> => {
  const { aListing } = makePopulation(db)
  const ids: { offered: string[]; all: string[] } = { offered: [], all: [] }
  for (const [index, id] of memberIds.entries()) {
    // Matches nothing else.
    const name = `Zufolo${randomBytes(6).toString('hex')}`
    const next = memberIds[(index + 1) % memberIds.length] ?? ''
    const section = prices[index] === 0 ? 'dono' : 'offro'
    const offered = { by: { id }, name, section, priceVal: prices[index] ?? 0, stock: 1, brand: '1' } as const
    const sought = { by: { id: next }, name: `Cerco ${name}`, section: 'cerco', stock: 1, brand: '1' } as const
    const made = await vi.waitFor(async () => [await aListing(offered), await aListing(sought)] as const, SETTLE)
    ids.offered.push(made[0].id)
    ids.all.push(...made.map(({ id: listingId }) => listingId))
  }
  const searching = async () => {
    const waiting = await db.query(sql`
      select from graphile_worker.jobs where key = any(${ids.all.map((id) => `find-rings ${id}`)}::text[])`)
    if (waiting.length > 0) throw new Error('the ring is still being searched')
  }
  await vi.waitFor(searching, SETTLE)
  return ids.offered
}

/** Makes the calls of a play; returns their statuses. */
export const playRing = async ({ db, server, people, proofs }: Parts, play: RingPlay): Promise<number[]> => {
  // Not guests, because listings are added here without asking whether their owners have left.
  const first = play.firstPerson % people.staying.length
  const members = [...people.staying.slice(first), ...people.staying.slice(0, first)]
  const own = members.slice(0, play.prices.length).map(({ memberId }) => memberId)
  const offered = await aCircle(db, own, play.prices)
  const ring = await db.first<{ id: string }>(sql`
    select ring_id as id from ring_part where offer_id = any(${offered}::uuid[]) limit 1`)
  const send = makeSender(server, play.asksAgain)
  const statuses: number[] = []
  const say = async (memberId: string, accept: boolean, { times }: { times: 1 | 2 | 3 }) => {
    const path = `/api/rings/${ring?.id}/answer`
    if (ring) statuses.push(...(await send([memberId, 'POST', path, { accept }], { times, key: undefined }, '')))
  }
  for (const step of play.answers) await say(own[step.by % own.length] ?? '', step.isYes, step)
  if (play.isAgreed) for (const memberId of own) await say(memberId, true, { times: 1 })
  for (const step of play.steps) {
    const orders = await db.query<OrderRow>(sql`
      select ${orderColumns(server.adminId)} from orders o
      where exists (select from order_item i where i.order_id = o.id and i.listing_id = any(${offered}::uuid[]))
      order by o.number`)
    const order = orders[step.which % Math.max(1, orders.length)]
    if (!order) break
    const request = stepRequest(step, order, own[step.by % own.length] ?? '', proofs)
    statuses.push(...(await send(request, step, order.id)))
  }
  return statuses
}

/** After everything has settled. */
export const findRingFaults = (db: Database) =>
  db.query(sql`
    with part as (
      select r.id, r.state, p.giver_id, p.receiver_id, p.price_val, p.accepted, p.wanted_id, o.id as order_id,
        o.state as order_state, o.payer_id, o.payee_id, o.total_price_val
      from ring r join ring_part p on p.ring_id = r.id left join orders o on o.id = p.order_id)
    select 'an agreed ring with a request that has ended, or none' as what, id from part
      where state = 'agreed' and (order_id is null or order_state in ('closed', 'expired'))
    union all select 'a ring that is done before all have received', id from part
      where state = 'done' and order_state is distinct from 'delivered'
    union all select 'an agreed ring in which all have received', id from part where state = 'agreed'
      group by id having bool_and(order_state = 'delivered')
    union all select 'an open ring that all have accepted', id from part where state = 'open'
      group by id having bool_and(accepted)
    union all select 'a request of a ring that has ended', o.id from orders o join ring r on r.id = o.ring_id
      where r.state = 'ended'
    union all select 'a ring in which more or less moves than the differences', r.id from part r
      where r.state in ('agreed', 'done') and (
        select sum(case r.giver_id when g.giver_id then g.price_val else 0 end
          - case r.giver_id when g.receiver_id then g.price_val else 0 end
          - case r.giver_id when g.payee_id then g.total_price_val else 0 end
          + case r.giver_id when g.payer_id then g.total_price_val else 0 end)
        from part g where g.id = r.id) <> 0
    union all select 'a listing whose ring is done and that still seeks', l.id from part r join listing l on l.id = r.wanted_id
      where r.state = 'done' and not l.expired and not l.paused`)
