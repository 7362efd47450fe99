import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls as allCalls } from '#domain/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Schema } from '#test/attacks/from-schema.ts'
import { anyRequest, type Call, type Pool, signatureOf } from '#test/attacks/random-requests.ts'
import { type RawRequest, sendAll } from '#test/attacks/raw-http.ts'
import { aServerProcess, type ServerProcess } from '#test/attacks/server-process.ts'
import { LISTING_INPUT } from '#test/listing-calls.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { pagePaths } from '#test/page-paths.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const INPUTS = Number(process.env.SIEGE_INPUTS ?? size(50_000, 1_000_000))
const CONNECTIONS = 8
const REQUESTS_PER_CONNECTION = 8
const SLOWEST_MS = size(HANGING_MS, 2_000)
const NO_ANSWER_MS = size(2, 5) * SLOWEST_MS
const FOUND_AT_MOST = 10
const PASSWORD = 'una-password-lunga'
const UUID = /^[0-9a-f-]{36}$/

type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The calls of the server's OpenAPI document. */
const callsOf = async ({ call }: ServerProcess): Promise<Call[]> => {
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

// Parameters of pages, and of the search in a path.
const PAGE_PARAMETERS = ['redirect', 'name', 'section', 'category', 'min', 'max', 'rating', 'order', 'near', 'km', 'p']

/** The pages of web/routes.ts as calls. */
const pagesAsCalls = (): Call[] => {
  const searches = PAGE_PARAMETERS.map((name) => `search/${name}/:value`)
  return [...pagePaths, ...searches].map((path) => ({
    method: 'GET',
    path: `/${path.replace(/:(\w+)\??/g, '{$1}').replace('*', '{rest}')}`,
    takesForm: false,
    query: Object.fromEntries(PAGE_PARAMETERS.map((name) => [name, { type: 'string' }])),
  }))
}

/** Existing members, listings and orders, so that some requests succeed. */
const aPool = async (piazza: ServerProcess): Promise<Pool & { admin: string }> => {
  const seller = await piazza.aMember({ hasAd: true })
  const buyer = await piazza.aMember({ hasAd: true })
  const admin = await piazza.aMember({ isAdmin: true, hasAd: true })
  const unverified = await piazza.aMember({ verified: false })
  const listings = [await piazza.aListing({ by: seller, stock: 9_999 }), await piazza.aListing({ by: buyer })]
  const { order } = await piazza.anOrder({ buyer, seller })
  const items = [{ product: listings[0]?.id, qty: 1 }]
  return {
    admin: admin.token,
    tokens: [buyer, buyer, seller, admin, unverified].map(({ token }) => token),
    ids: [...listings, order, seller, buyer, { id: '01a1dd19-6ac6-7e41-9831-b41830232d98' }].map(({ id }) => id),
    good: {
      'PUT /api/users/:id': [{ name: 'Rosa', email: 'rosa@esempio.test', isSeller: true, isAdmin: false }],
      'PUT /api/users/profile': [
        {
          name: 'Rosa',
          surname: 'B',
          gender: 'F',
          birthday: '1/2/1980',
          cf: 'RSSMRA80A01H501U',
          zipCode: '10100',
          city: 'Torino',
        },
        { sellerName: 'Forno', sellerDescription: 'Pane', sellerLink: 'https://forno.example', referer: ['a'] },
      ],
      'POST /api/users/signin': [{ email: buyer.email, password: PASSWORD }],
      'POST /api/users/register': [
        {
          username: 'ROSA',
          email: 'rosa@esempio.test',
          password: PASSWORD,
          phone: '011 555 777',
          cf: 'RSSMRA80A01H501U',
          referer: ['a'],
        },
      ],
      'POST /api/users/password-recovery': [{ email: buyer.email }],
      'POST /api/users/password-replacement': [{ newData: PASSWORD, id: 'x'.repeat(43) }],
      'POST /api/users/newsletter': [{ name: 'Rosa', email: 'rosa@esempio.test' }],
      'POST /api/users/newsletterVerify': [{ email: 'rosa@esempio.test', codice: 'x' }],
      'POST /api/users/verification/:id': [{ uuid: 'x'.repeat(43) }],
      'PUT /api/products/:id': [{ ...LISTING_INPUT, image: ['/placeholder.svg'], expiry: '2030-01-01' }],
      'POST /api/products/:id/reviews': [{ rating: 5, comment: 'Bene' }],
      'PUT /api/reviews/:id/reply': [{ text: 'Grazie' }],
      'POST /api/orders/:id/feedback': [{ rating: 5, comment: 'Gentile' }],
      'POST /api/payment': [
        { account: '0x1', item: items },
        { account: '0x1', item: items, expected: { val: 5, euro: 0 } },
      ],
      'POST /api/orders/:id/transfer': [{ expected: { val: 5, euro: 0 } }],
      'POST /api/orders': [{ orderItems: items, shippingAddress: SHIPPING_ADDRESS, paymentMethod: 'VAL' }],
      'POST /api/orders/mailing': [
        { order: order.id, emailBody: 'Ciao' },
        { order: { _id: order.id }, emailBody: 'x' },
      ],
      'POST /api/orders/notifications/': [{ _id: order.id }],
      'POST /api/users/:id/secret': [{ password: PASSWORD }],
      'POST /api/privacy/erase': [{ password: PASSWORD }],
    },
  }
}

type Outcome = Awaited<ReturnType<typeof sendAll>>[number]

const describeOutcome = ({ request, reply }: Outcome): string => {
  const answer =
    reply && `${reply.status} in ${Math.round(reply.milliseconds)} ms, ${reply.body.toString('utf8', 0, 200)}`
  return `${answer ?? 'no answer'}:\n${JSON.stringify(request.bytes.toString('latin1').slice(0, 1_500))}`
}

const sendInBatches = async (port: number, requests: readonly RawRequest[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (let from = 0; from < requests.length; from += REQUESTS_PER_CONNECTION)
    outcomes.push(...(await sendAll(port, requests.slice(from, from + REQUESTS_PER_CONNECTION), NO_ANSWER_MS)))
  return outcomes
}

const isFault = ({ reply }: Outcome): boolean =>
  reply === undefined || reply.status >= 500 || reply.milliseconds > SLOWEST_MS

/** A busy machine makes answers slow, or 503 when a timeout has passed. */
const mayComeFromLoad = ({ reply }: Outcome): boolean =>
  reply !== undefined && (reply.status < 500 || reply.status === 503)

const failsAgain = async (port: number, request: RawRequest): Promise<boolean> => {
  for (let time = 0; time < 3; time++) {
    const [again] = await sendAll(port, [request], NO_ANSWER_MS)
    if (again && !isFault(again)) return false
  }
  return true
}

/** Undoes sign-outs, deletions and sold stock, so that later requests can succeed too. */
const restore = async ({ db }: ServerProcess): Promise<void> => {
  await db.execute(sql`update member set deleted_at = null where deleted_at is not null`)
  await db.execute(sql`insert into member_session select * from first_session on conflict do nothing`)
  await db.execute(sql`update listing set stock = 9999 where stock < 100`)
}

test('no request gets a 5xx or takes more than two seconds by itself', async ({ annotate }) => {
  const piazza = await aServerProcess({ NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' })
  const documented = await callsOf(piazza)
  expect(new Set(documented.map(signatureOf))).toEqual(new Set(Object.keys(allCalls)))
  // The response of an event stream does not end.
  const calls = documented.filter(({ path }) => path !== '/api/stream')
  const { admin, ...pool } = await aPool(piazza)
  await piazza.db.execute(sql`create table first_session as select * from member_session`)
  // The chain starts after the server.
  const treasury = () => piazza.call('GET', '/api/treasury', { token: admin })
  await expect.poll(async () => (await treasury()).status, { timeout: 120_000 }).toBe(200)
  expect(pool.ids.every((id) => UUID.test(id))).toBe(true)
  // The short run is reproducible; the long one uses a new seed each time.
  const seed = Number(process.env.SIEGE_SEED ?? size(1, Date.now() % 2 ** 31))
  const pages = pagesAsCalls()
  const requests = anyRequest([...calls, ...pages], pool)
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const found: string[] = []
  let tried = 0
  let slowest = 0
  const checkFault = async (outcome: Outcome) => {
    const { request, reply } = outcome
    tried++
    statuses.set(reply?.status ?? 0, (statuses.get(reply?.status ?? 0) ?? 0) + 1)
    if (reply && reply.status < 300) reached.add(request.name)
    if (!isFault(outcome)) slowest = Math.max(slowest, reply?.milliseconds ?? 0)
    else if (!mayComeFromLoad(outcome) || (await failsAgain(piazza.port, request))) found.push(describeOutcome(outcome))
  }
  for (let round = 0; tried < INPUTS && found.length < FOUND_AT_MOST; round++) {
    const drawn = fc.sample(requests, { numRuns: CONNECTIONS * REQUESTS_PER_CONNECTION * 8, seed: seed + round })
    const perConnection = Array.from({ length: CONNECTIONS }, (_, connection) =>
      drawn.filter((_request, index) => index % CONNECTIONS === connection),
    )
    const outcomes = await Promise.all(perConnection.map((batch) => sendInBatches(piazza.port, batch)))
    for (const outcome of outcomes.flat()) await checkFault(outcome)
    await restore(piazza)
  }
  const counts = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  await annotate(`${tried} richieste (seme ${seed}), la più lenta ${Math.round(slowest)} ms; ${counts.join(', ')}`)
  await annotate(
    `${reached.size} di ${calls.length} chiamate e ${pages.length} pagine insieme hanno anche risposto di sì`,
  )
  expect(found, piazza.log().slice(-3_000)).toEqual([])
})
