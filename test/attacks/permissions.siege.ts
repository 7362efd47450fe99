import { expect, test } from 'vitest'
import { calls } from '#domain/calls.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import { assignmentsOf, sql } from '#server/platform/db/sql.ts'
import { newCode } from '#server/talk/mail/codes.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { leaksIn, type Received, type Secret } from '#test/attacks/leaks.ts'
import { STATES } from '#test/attacks/permissions-states.ts'
import {
  KINDS,
  type Kind,
  PASSWORD,
  type Request,
  type Scenario,
  SHIPPING,
  statusesOf,
  TABLE,
} from '#test/attacks/permissions-table.ts'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { SECRET } from '#test/fixtures.ts'
import { aPictureFile } from '#test/pictures.ts'

const SIGNATURES = Object.keys(calls)
// The last row of the table signs all callers out.
const ROWS = [...TABLE.slice(0, -1), ...STATES, ...TABLE.slice(-1)]

const PRIVATE = {
  surname: 'Cognomesegreto',
  phone: '011 555 7777',
  cf: 'CFSEGRETO1234567',
  birthplace: 'LUOGOSEGRETO',
  // Five digits alone would match by chance, for example in a duration.
  zip_code: 'CAP segreto 10199',
}
const OWN_PHONE = '011 444 8888'

const aScenario = async (): Promise<Scenario> => {
  // Nobody has VAL, so that nothing is transferred.
  const piazza = await aServerProcess({ WELCOME_VAL: '0' })
  const { db } = piazza
  const withWallet = async (member: { id: string }) => {
    const { account, sealedKey } = makeKeys(SECRET).make(member.id)
    await db.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`)
  }
  const buyer = await piazza.aMember({ isSeller: false, hasAd: true })
  const seller = await piazza.aMember({ hasAd: true })
  await db.execute(sql`update member set ${assignmentsOf(PRIVATE)} where id = ${seller.id}`)
  for (const member of [buyer, seller]) await withWallet(member)
  const deleted = await piazza.aMember()
  await db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const anOrderOf: Scenario['anOrderOf'] = async (state = 'sent', kind = 'offro') => {
    const { order } = await piazza.anOrder({ buyer, seller, kind, state: state === 'disputed' ? 'agreed' : state })
    if (state === 'disputed')
      await db.execute(sql`
        update orders set problem_at = now(), problem_by = ${buyer.id}, problem_text = 'Non va' where id = ${order.id}`)
    await db.execute(sql`
      update orders set
        shipping_address = ${JSON.stringify({ ...SHIPPING, country: 'Italia' })} where id = ${order.id}`)
    return order.id
  }
  const people = {
    visitor: undefined,
    forged: { ...seller, token: newCode() },
    deleted,
    unverified: await piazza.aMember({ verified: false }),
    stranger: await piazza.aMember({ hasAd: true }),
    buyer,
    seller,
    admin: await piazza.aMember({ isAdmin: true, hasAd: true }),
    expired: { ...seller },
    expiredActing: { ...seller },
    suspended: await piazza.aMember({ hasAd: true }),
    blocked: await piazza.aMember({ hasAd: true }),
    moderator: await piazza.aMember({ role: 'moderator', hasAd: true }),
    desk: await piazza.aMember({ role: 'desk', hasAd: true }),
    acting: await piazza.aMember({ hasAd: true }),
  }
  const { suspended, blocked, desk, acting } = people
  // The same for all: a member's own password does not open what belongs to another.
  await db.execute(sql`update member set password_hash = ${await hashPassword(PASSWORD)}`)
  await db.execute(sql`
    update member set suspended_at = now(), suspension_reason = 'Prova' where id = ${suspended.id}`)
  await db.execute(sql`insert into member_block (blocker_id, blocked_id) values (${seller.id}, ${blocked.id})`)
  // Of its own: the desk signs out before it stops acting.
  const volunteer = { token: await piazza.aSession(desk) }
  acting.token = await piazza.aSession(acting, { volunteer })
  const endsAt = new Date(Date.now() - 1_000)
  people.expired.token = await piazza.aSession(seller, { endsAt })
  people.expiredActing.token = await piazza.aSession(acting, { endsAt, volunteer })
  await db.execute(
    sql`update listing set aux_phone = ${OWN_PHONE} where id = ${(await piazza.aListing({ by: seller })).id}`,
  )
  // The wallet answers once the chain is running.
  await expect
    .poll(async () => (await piazza.call('GET', '/api/wallet', { token: buyer.token })).status, { timeout: 60_000 })
    .toBe(200)
  return { ...piazza, people, buyer, seller, picture: Buffer.from(await aPictureFile()), anOrderOf }
}

/** Makes a call as one kind of caller, from a random address so that rate limits do not interfere. */
const ask = async (scenario: Scenario, kind: Kind, signature: string, { path = '', body }: Request) => {
  const [method = '', pattern = ''] = signature.split(' ')
  const url = pattern.includes(':') ? pattern.replace(/:\w+/, path) : pattern + path
  const token = scenario.people[kind]?.token
  const isForm = body instanceof FormData
  const randomByte = () => Math.floor(Math.random() * 250)
  const send = () =>
    fetch(scenario.origin + url, {
      method,
      headers: {
        'x-forwarded-for': `10.${KINDS.indexOf(kind)}.${randomByte()}.${randomByte()}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? body : body && JSON.stringify(body),
    })
  const answer = await retryOn503(send)
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  const text = isStream ? '' : await answer.text()
  expect(answer.headers.get('set-cookie')).toBeNull()
  if (answer.status >= 400) expect(JSON.parse(text), signature).toMatchObject({ message: expect.stringMatching(/\S/) })
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${text}` }
}

const WITH_REQUESTS = ['stranger', 'buyer', 'moderator', 'desk', 'acting'] as const

const secretsOf = async ({ db, people }: Scenario): Promise<Secret[]> => {
  const { seller, buyer } = people
  const rows = await db.query<{ hash: string; key: Buffer | null }>(sql`
    select password_hash as hash, account_key as key from member where length(password_hash) > 10 or account_key is not null`)
  const links = await db.query<{ text: string }>(sql`select text from mail where text ~ 'http'`)
  const inLinks = links.flatMap(({ text }) => [...text.matchAll(/\/([\w-]{40,})\b/g)].map((match) => match[1] ?? ''))
  return [
    ...Object.entries(PRIVATE).map(([what, value]) => ({ what, value, readers: ['seller', 'admin'] as const })),
    { what: 'seller’s e-mail', value: seller?.email ?? '', readers: ['seller', 'admin'] },
    { what: 'listing’s telephone', value: OWN_PHONE, readers: ['seller', 'admin'] },
    // Both have reported a listing; moderators see their names, admins their e-mail addresses too.
    { what: 'buyer’s e-mail', value: buyer?.email ?? '', readers: ['buyer', 'seller', 'admin'] },
    { what: 'stranger’s e-mail', value: people.stranger?.email ?? '', readers: ['stranger', 'seller', 'admin'] },
    // Each of these has sent a request of their own with this address.
    { what: 'delivery address', value: SHIPPING.address, readers: [...WITH_REQUESTS, 'seller', 'admin'] },
    { what: 'password', value: PASSWORD, readers: [] },
    { what: 'secret of the server', value: SECRET, readers: [] },
    ...rows.flatMap(({ hash, key }) => [
      ...(hash.length > 10 ? [{ what: 'hash', value: hash, readers: [] }] : []),
      ...(key ? [{ what: 'sealed key', value: key.toString('hex'), readers: [] }] : []),
    ]),
    ...inLinks.map((value) => ({ what: 'mail link', value, readers: [] })),
  ]
}

test('every call returns the status of the table to every kind of caller, and no response or log line contains a secret', async ({
  annotate,
}) => {
  expect(new Set(TABLE.map(([signature]) => signature))).toEqual(new Set(SIGNATURES))
  const scenario = await aScenario()
  const received: Received[] = []
  const got: string[] = []
  for (const [signature, , request = () => ({})] of ROWS) {
    const statuses: number[] = []
    for (const by of KINDS) {
      const { status, text } = await ask(scenario, by, signature, await request(scenario, by))
      received.push({ by, where: signature, text })
      statuses.push(status)
    }
    got.push(`${signature}: ${statuses.join(' ')}`)
  }
  expect(got).toEqual(ROWS.map((row) => `${row[0]}: ${statusesOf(row)}`))

  const revealed = received.find(({ by, where }) => by === 'seller' && where.endsWith('/secret'))
  const accountKey = /0x[0-9a-f]{64}/.exec(revealed?.text ?? '')?.[0] ?? ''
  expect(accountKey).not.toBe('')
  const secrets = await secretsOf(scenario)
  const others = received.filter((one) => one !== revealed)
  const keys = [
    { what: 'wallet’s key', value: accountKey, readers: [] },
    { what: 'wallet’s key', value: accountKey.slice(2), readers: [] },
  ]
  expect(leaksIn(others, [...secrets, ...keys])).toEqual([])

  const tokens = Object.values(scenario.people).flatMap((person) => (person ? [person.token, person.email] : []))
  const unloggable = [...secrets.map(({ value }) => value), accountKey, ...tokens].map((value) => ({
    what: value.slice(0, 12),
    value,
    readers: [],
  }))
  await expect.poll(() => scenario.log(), { timeout: 10_000 }).toContain('/api/users/signout')
  expect(leaksIn([{ by: 'visitor', where: 'the log', text: scenario.log() }], unloggable)).toEqual([])
  await annotate(
    `${ROWS.length * KINDS.length} caselle (${new Set(SIGNATURES).size} chiamate × ${KINDS.length}); ` +
      `${unloggable.length} segreti cercati in ${received.length} risposte e ${scenario.log().split('\n').length} righe di log`,
  )
})
