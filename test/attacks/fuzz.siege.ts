import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aBesieged, type Besieged } from '#test/attacks/besieged.ts'
import type { Schema } from '#test/attacks/from-schema.ts'
import { anyShot, type Call, type Pool } from '#test/attacks/shots.ts'
import { fire, type Shot } from '#test/attacks/wire.ts'
import { HOME } from '#test/exchange.ts'
import { size } from '#test/siege.ts'
import { WHOLE } from '#test/workshop.ts'

const INPUTS = Number(process.env.SIEGE_INPUTS ?? size(50_000, 1_000_000))
const LINES = 8
const SHOTS_A_LINE = 8
const SLOWEST_MS = 2_000
const FOUND_AT_MOST = 10
const PASSWORD = 'una-password-lunga'
const UUID = /^[0-9a-f-]{36}$/

type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The calls as the server describes them. */
const callsOf = async ({ call }: Besieged): Promise<Call[]> => {
  const { body } = await call('GET', '/api/docs/json')
  const { paths } = body as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      takesForm: path === '/api/uploads/s3',
      body: requestBody?.content['application/json']?.schema,
      query: Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
    })),
  )
}

/** Members and things to be found, so that inputs get past the door. */
const aPool = async (piazza: Besieged): Promise<Pool> => {
  const seller = await piazza.aMember({ hasAd: true })
  const buyer = await piazza.aMember({ hasAd: true })
  const admin = await piazza.aMember({ isAdmin: true, hasAd: true })
  const unverified = await piazza.aMember({ verified: false })
  const listings = [await piazza.aListing({ by: seller, stock: 9_999 }), await piazza.aListing({ by: buyer })]
  const { order } = await piazza.anOrder()
  await piazza.db`update orders set buyer_id = ${buyer.id}, seller_id = ${seller.id} where id = ${order.id}`
  const items = [{ product: listings[0]?.id, qty: 1 }]
  return {
    tokens: [buyer, buyer, seller, admin, unverified].map(({ token }) => token),
    ids: [...listings, order, seller, buyer, { id: '01a1dd19-6ac6-7e41-9831-b41830232d98' }].map(({ id }) => id),
    good: {
      'PUT /api/users/{id}': [{ name: 'Rosa', email: 'rosa@esempio.test', isSeller: true, isAdmin: false }],
      'PUT /api/users/profile': [
        { name: 'Rosa', surname: 'B', gender: 'F', birthday: '1/2/1980', cf: 'X', zipCode: '10100', city: 'Torino' },
        { sellerName: 'Forno', sellerDescription: 'Pane', sellerLink: 'https://forno.example', referer: ['a'] },
      ],
      'POST /api/users/signin': [{ email: buyer.email, password: PASSWORD }],
      'POST /api/users/register': [
        { username: 'ROSA', email: 'rosa@esempio.test', password: PASSWORD, phone: '011', cf: 'X', referer: ['a'] },
      ],
      'POST /api/users/password-recovery': [{ email: buyer.email }],
      'POST /api/users/password-replacement': [{ newData: PASSWORD, id: 'x'.repeat(43) }],
      'POST /api/users/newsletter': [{ name: 'Rosa', email: 'rosa@esempio.test' }],
      'POST /api/users/newsletterVerify': [{ email: 'rosa@esempio.test', codice: 'x' }],
      'POST /api/users/verification/{id}': [{ uuid: 'x'.repeat(43) }],
      'PUT /api/products/{id}': [{ ...WHOLE, image: ['/placeholder.svg'], expiry: '2030-01-01' }],
      'POST /api/products/{id}/reviews': [{ rating: 5, comment: 'Bene' }],
      'POST /api/payment': [{ account: '0x1', item: items }],
      'POST /api/orders': [{ orderItems: items, shippingAddress: HOME, paymentMethod: 'VAL' }],
      'POST /api/orders/mailing': [
        { order: order.id, emailBody: 'Ciao' },
        { order: { _id: order.id }, emailBody: 'x' },
      ],
      'POST /api/orders/notifications/': [{ _id: order.id }],
      'POST /api/users/{id}/secret': [{ password: PASSWORD }],
      'POST /api/privacy/erase': [{ password: PASSWORD }],
    },
  }
}

type Outcome = Awaited<ReturnType<typeof fire>>[number]

const tell = ({ shot, reply }: Outcome): string => {
  const answer =
    reply && `${reply.status} in ${Math.round(reply.milliseconds)} ms, ${reply.body.toString('utf8', 0, 200)}`
  return `${answer ?? 'no answer'}:\n${JSON.stringify(shot.bytes.toString('latin1').slice(0, 1_500))}`
}

const fireAll = async (port: number, shots: readonly Shot[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (let from = 0; from < shots.length; from += SHOTS_A_LINE)
    outcomes.push(...(await fire(port, shots.slice(from, from + SHOTS_A_LINE), 5 * SLOWEST_MS)))
  return outcomes
}

/** Whether an input is slow itself, and not only what stood before it in the line or the machine that day. */
const isSlowAlone = async (port: number, shot: Shot): Promise<boolean> => {
  for (let time = 0; time < 3; time++) {
    const [again] = await fire(port, [shot], 5 * SLOWEST_MS)
    if (again?.reply && again.reply.milliseconds <= SLOWEST_MS) return false
  }
  return true
}

/** What the inputs have taken down stands again: the next are to find it. */
const restore = async ({ db }: Besieged): Promise<void> => {
  await db`update member set token_epoch = 1, deleted_at = null where token_epoch > 1 or deleted_at is not null`
  await db`update listing set stock = 9999 where stock < 100`
}

test(`whatever is sent to a call, the answer is no 5xx and comes within two seconds`, async ({ annotate }) => {
  const piazza = await aBesieged({ NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' })
  const calls = await callsOf(piazza)
  const pool = await aPool(piazza)
  expect(calls.length).toBeGreaterThan(40)
  expect(pool.ids.every((id) => UUID.test(id))).toBe(true)
  // The tests ask the same every time; the long siege, something else every time.
  const seed = Number(process.env.SIEGE_SEED ?? size(1, Date.now() % 2 ** 31))
  const shots = anyShot(calls, pool)
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const found: string[] = []
  let tried = 0
  let slowest = 0
  const judge = async ({ shot, reply }: Outcome) => {
    tried++
    statuses.set(reply?.status ?? 0, (statuses.get(reply?.status ?? 0) ?? 0) + 1)
    if (reply && reply.status < 300) reached.add(shot.name)
    const isSlow = reply !== undefined && reply.milliseconds > SLOWEST_MS && (await isSlowAlone(piazza.port, shot))
    if (reply && (reply.milliseconds <= SLOWEST_MS || isSlow)) slowest = Math.max(slowest, reply.milliseconds)
    if (!reply || reply.status >= 500 || isSlow) found.push(tell({ shot, reply }))
  }
  for (let round = 0; tried < INPUTS && found.length < FOUND_AT_MOST; round++) {
    const drawn = fc.sample(shots, { numRuns: LINES * SHOTS_A_LINE * 8, seed: seed + round })
    const lines = Array.from({ length: LINES }, (_, line) => drawn.filter((_shot, index) => index % LINES === line))
    const outcomes = await Promise.all(lines.map((mine) => fireAll(piazza.port, mine)))
    for (const outcome of outcomes.flat()) await judge(outcome)
    await restore(piazza)
  }
  const counts = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  await annotate(`${tried} richieste (seme ${seed}), la più lenta ${Math.round(slowest)} ms; ${counts.join(', ')}`)
  await annotate(`${reached.size} di ${calls.length} chiamate hanno anche risposto di sì`)
  expect(found, piazza.log().slice(-3_000)).toEqual([])
})
