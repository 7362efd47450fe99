import { expect, test } from 'vitest'
import { addressWithoutMailbox } from '#domain/accounts/desk.ts'
import { ACCOUNT_MESSAGES, WELCOMES_PER_HOUR, WELCOMES_PER_NETWORK_AND_DAY } from '#domain/accounts/members.ts'
import { WELCOME_ADDRESS_DAYS, WELCOME_NETWORK_DAYS } from '#domain/accounts/retention.ts'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { WIDE_NETWORK_TIMES } from '#server/platform/limits/service.ts'
import { hashCode } from '#server/talk/mail/codes.ts'
import { aPiazza } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'

const PASSWORD = 'una-password-lunga'

const noticesOf = async ({ db }: Awaited<ReturnType<typeof aPiazza>>, id: string): Promise<string[]> =>
  (await db.query<{ text: string }>(sql`select text from notice where member_id = ${id}`)).map(({ text }) => text)

const aPiazzaWithWelcomeVal = async (env: Record<string, string> = {}) => {
  const piazza = await aPiazza({ env: { WELCOME_VAL: '100', ...env } })
  let count = 0
  const tokens = new Map<string, string>()
  /** Registers from an IP; `verify` opens the link of the mail. */
  const register = async (from: string, email = `nuova${count + 1}@catch-all.test`) => {
    count += 1
    const username = `NUOVA${count}`
    const headers = { 'x-forwarded-for': from }
    await piazza.call('POST', '/api/users/register', { headers, body: { username, email, password: PASSWORD } })
    const link = await linkTo(piazza.db, email, 'verification')
    const verify = () => piazza.call('POST', `/api/users/verification/${link}`, { headers, body: {} })
    return { email, headers, verify }
  }
  return {
    piazza,
    register,
    /** Registers and signs in from an IP and publishes a first listing; returns the id of the member. */
    publish: async (from: string, address?: string): Promise<string> => {
      const { email, headers, verify } = await register(from, address)
      await verify()
      const signedIn = await piazza.call('POST', '/api/users/signin', { headers, body: { email, password: PASSWORD } })
      const { _id, token } = signedIn.body as { _id: string; token: string }
      const draft = await piazza.call('POST', '/api/products', { token, body: {} })
      const { product } = draft.body as { product: { _id: string } }
      const body = { name: `Pane ${count}`, category: 'Varie' }
      expect((await piazza.call('PUT', `/api/products/${product._id}`, { token, body })).status).toBe(200)
      tokens.set(_id, token)
      return _id
    },
    /** As members do it, without the VAL, which an accomplice has. */
    erase: async (id: string): Promise<void> => {
      await piazza.db.execute(sql`update chain_transaction set state = 'failed' where key = ${`welcome:${id}`}`)
      const own = { token: tokens.get(id) ?? '', body: { password: PASSWORD } }
      expect((await piazza.call('POST', '/api/privacy/erase', own)).status).toBe(200)
    },
    profileShowsHeld: async (id: string): Promise<boolean> => {
      const { body } = await piazza.call('GET', `/api/users/${id}`, { token: tokens.get(id) ?? '' })
      return (body as { welcomeHeld: boolean }).welcomeHeld
    },
    reasonShown: async (id: string): Promise<unknown> => {
      const { body } = await piazza.call('GET', `/api/users/${id}`, { token: tokens.get(id) ?? '' })
      return (body as { welcomeHeldFor: unknown }).welcomeHeldFor
    },
    own: async (id: string) => (await piazza.call('GET', '/api/welcome/own', { token: tokens.get(id) ?? '' })).body,
    isGiven: async (id: string): Promise<boolean> =>
      (await piazza.db.query(sql`select from chain_transaction where key = ${`welcome:${id}`}`)).length > 0,
    given: async (): Promise<number> =>
      (await piazza.db.query(sql`select from chain_transaction where key like 'welcome:%'`)).length,
  }
}

test('welcome VAL given on verification are limited per network, also for accounts verified at once', async () => {
  const { register, given } = await aPiazzaWithWelcomeVal({ WELCOME_WHEN: 'verification' })
  const accounts = []
  for (let number = 0; number < 2 * WELCOMES_PER_NETWORK_AND_DAY; number++) accounts.push(await register('203.0.113.7'))
  await Promise.all(accounts.map(({ verify }) => verify()))
  expect(await given()).toBe(WELCOMES_PER_NETWORK_AND_DAY)
  await (await register('203.0.113.8')).verify()
  expect(await given()).toBe(WELCOMES_PER_NETWORK_AND_DAY + 1)
})

test('a member is told of welcome VAL once they have arrived, and learns what became of them', async () => {
  const { piazza, publish, own } = await aPiazzaWithWelcomeVal()
  const id = await publish('203.0.113.7')
  expect(await own(id)).toEqual({ state: 'pending', val: 100 })
  const settle = (state: string) =>
    piazza.db.execute(sql`
      update chain_transaction set state = ${state}, raw_transaction = 'x', transaction_hash = 'x', place = 1, mined_at = now()
      where key = ${`welcome:${id}`}`)
  const tell = async () => {
    await jobs.add(piazza.db, 'tell-welcome', { memberId: id })
    await jobsDone(piazza.db, 'tell-welcome')
  }
  await settle('failed')
  await tell()
  expect([await own(id), await noticesOf(piazza, id)]).toEqual([{ state: 'failed', val: 100 }, []])
  await settle('confirmed')
  for (let time = 0; time < 2; time++) await tell()
  expect(await noticesOf(piazza, id)).toEqual(['Ecco i tuoi 100 VAL di benvenuto: sono nel tuo portafoglio.'])
  // Mailed at once, whatever the preferences.
  await jobs.add(piazza.db, 'send-notices', {})
  await jobsDone(piazza.db, 'send-notices')
  const [{ email } = { email: '' }] = await piazza.db.query<{ email: string }>(
    sql`select email from member where id = ${id}`,
  )
  const subjects = (await mailsTo(piazza.db, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Ecco i tuoi 100 VAL di benvenuto: sono nel tuo portafoglio')
  expect(await own(id)).toEqual({ state: 'confirmed', val: 100 })
})

test('held welcome VAL are not given while the settings say zero', { tags: 'slow' }, async () => {
  const { piazza, publish, isGiven, profileShowsHeld } = await aPiazzaWithWelcomeVal()
  const held = await publish('203.0.113.7')
  await piazza.db.execute(sql`delete from chain_transaction where key = ${`welcome:${held}`}`)
  await piazza.db.execute(sql`update member set welcomed_at = null, welcome_held_at = now() where id = ${held}`)
  const admin = await piazza.aMember({ isAdmin: true })
  const settings = (await piazza.call('GET', '/api/settings', { token: admin.token })).body as AssociationSettings
  const none = { ...settings, welcome: { ...settings.welcome, val: 0 } }
  expect((await piazza.call('PUT', '/api/settings', { token: admin.token, body: none })).status).toBe(200)
  const { status, body } = await piazza.call('POST', `/api/welcome/${held}`, { token: admin.token })
  expect({ status, body }).toEqual({ status: 409, body: { message: ACCOUNT_MESSAGES.noWelcomeVal } })
  expect([await isGiven(held), await profileShowsHeld(held)]).toEqual([false, true])
})

test('welcome VAL for many accounts from one network are held until an admin gives them', async () => {
  const { piazza, publish, own, isGiven, profileShowsHeld } = await aPiazzaWithWelcomeVal()
  for (let time = 0; time < WELCOMES_PER_NETWORK_AND_DAY; time++)
    expect(await isGiven(await publish('203.0.113.7'))).toBe(true)
  const held = await publish('203.0.113.7')
  expect(await isGiven(held)).toBe(false)
  expect(await profileShowsHeld(held)).toBe(true)
  expect(await own(held)).toEqual({ state: 'held', val: 100 })
  expect(await isGiven(await publish('203.0.113.8'))).toBe(true)

  const [admin, member] = [await piazza.aMember({ isAdmin: true }), await piazza.aMember()]
  const path = `/api/welcome/${held}`
  expect((await piazza.call('POST', path, { token: member.token })).status).toBe(403)
  expect((await piazza.call('GET', '/api/welcome', { token: admin.token })).body).toMatchObject([{ _id: held }])
  expect((await piazza.call('POST', path, { token: admin.token })).status).toBe(200)
  expect(await isGiven(held)).toBe(true)
  expect(await profileShowsHeld(held)).toBe(false)
  expect((await piazza.call('GET', '/api/welcome', { token: admin.token })).body).toEqual([])
  expect((await piazza.call('POST', path, { token: admin.token })).status).toBe(404)
})

test('accounts from many networks of one IPv6 /48 are counted together', { tags: 'slow' }, async () => {
  const { piazza, publish, isGiven } = await aPiazzaWithWelcomeVal()
  const most = WELCOMES_PER_NETWORK_AND_DAY * WIDE_NETWORK_TIMES
  const outcomes: boolean[] = []
  for (let network = 0; network <= most; network++)
    outcomes.push(await isGiven(await publish(`2001:db8:1:${network.toString(16)}00::1`)))
  expect(outcomes).toEqual([...Array.from({ length: most }, () => true), false])
  expect(await isGiven(await publish('2001:db8:2::1'))).toBe(true)
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('GET', '/api/welcome', { token: admin.token })).body).toMatchObject([{ reason: 'network' }])
})

test('admins and the member learn why welcome VAL are held', async () => {
  const { piazza, publish, erase, reasonShown } = await aPiazzaWithWelcomeVal()
  await erase(await publish('203.0.113.20', 'rosa@esempio.test'))
  const again = await publish('203.0.113.21', 'rosa@esempio.test')
  for (let time = 0; time < WELCOMES_PER_NETWORK_AND_DAY; time++) await publish('203.0.113.22')
  const nearby = await publish('203.0.113.22')
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('GET', '/api/welcome', { token: admin.token })).body).toMatchObject([
    { _id: again, reason: 'address' },
    { _id: nearby, reason: 'network' },
  ])
  expect([await reasonShown(again), await reasonShown(nearby)]).toEqual(['address', 'network'])
})

test('erasing the account and registering again farms no welcome VAL: not from the same network, not with the same mailbox', {
  tags: 'slow',
}, async () => {
  const { piazza, publish, isGiven, erase } = await aPiazzaWithWelcomeVal()
  const outcomes: boolean[] = []
  for (let time = 0; time < WELCOMES_PER_NETWORK_AND_DAY + 2; time++) {
    const id = await publish('203.0.113.7')
    outcomes.push(await isGiven(id))
    await erase(id)
  }
  expect(outcomes).toEqual([true, true, true, false, false])

  const rosa = await publish('203.0.113.20', 'rosa@esempio.test')
  expect(await isGiven(rosa)).toBe(true)
  await erase(rosa)
  for (const [index, email] of ['rosa@esempio.test', 'Rosa+2@esempio.test'].entries())
    expect(await isGiven(await publish(`203.0.113.${30 + index}`, email)), email).toBe(false)
  expect(await isGiven(await publish('203.0.113.40', 'rosalba@esempio.test'))).toBe(true)

  const stored = JSON.stringify(
    await piazza.db.query(sql`select welcome, kind, encode(hash, 'hex') as hash from welcome_mark`),
  )
  const links = await piazza.db.query(sql`select id from member where ${stored} like '%' || id::text || '%'`)
  const guesses = ['203.0.113.7', 'rosa@esempio.test'].map((text) => hashCode(text).toString('hex'))
  expect([links, guesses.filter((guess) => stored.includes(guess))]).toEqual([[], []])
})

test('what welcome VAL are counted by is deleted after its period', async () => {
  const { piazza, publish } = await aPiazzaWithWelcomeVal()
  await publish('203.0.113.7')
  const kinds = async () =>
    (await piazza.db.query<{ kind: string }>(sql`select kind from welcome_mark order by kind`)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['address', 'network'])
  const pass = async (days: number) => {
    await piazza.db.execute(sql`update welcome_mark set given_at = now() - make_interval(days => ${days})`)
    await jobs.add(piazza.db, 'delete-old-data', {})
    await jobsDone(piazza.db, 'delete-old-data')
  }
  await pass(WELCOME_NETWORK_DAYS + 1)
  expect(await kinds()).toEqual(['address'])
  await pass(WELCOME_ADDRESS_DAYS + 1)
  expect(await kinds()).toEqual([])
})

test('the list of held welcome VAL shows no address of members without e-mail', async () => {
  const { piazza } = await aPiazzaWithWelcomeVal()
  const [admin, reachable, atDesk] = [
    await piazza.aMember({ isAdmin: true }),
    await piazza.aMember(),
    await piazza.aMember(),
  ]
  await piazza.db.execute(sql`
    update member set welcome_held_at = created_at where id in (${reachable.id}, ${atDesk.id})`)
  await piazza.db.execute(sql`update member set email = ${addressWithoutMailbox('1')} where id = ${atDesk.id}`)
  const { body } = await piazza.call('GET', '/api/welcome', { token: admin.token })
  expect(body).toMatchObject([
    { _id: reachable.id, email: reachable.email },
    { _id: atDesk.id, email: '' },
  ])
})

test('after many welcomes within an hour, from any network, the next welcome VAL are held', async () => {
  const { piazza, publish, isGiven, reasonShown } = await aPiazzaWithWelcomeVal()
  for (let time = 0; time < WELCOMES_PER_HOUR; time++) {
    const { id } = await piazza.aMember()
    await piazza.db.execute(sql`update member set welcomed_at = now() where id = ${id}`)
  }
  const held = await publish('203.0.113.9')
  expect([await isGiven(held), await reasonShown(held)]).toEqual([false, 'many'])
})
