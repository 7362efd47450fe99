import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

const PRIVATE = {
  surname: 'Cognomesegreto',
  phone: '011 555 777',
  cf: 'RSSMRA80A01H501U',
  birthday: '9/9/1999',
  birthplace: 'LUOGOSEGRETO',
  zipCode: '10199',
}
/** The postal code is quoted, because five digits alone also occur in ids and times. */
const PRIVATE_TEXTS = Object.values({ ...PRIVATE, zipCode: `"${PRIVATE.zipCode}"` })

/** Stored values of a member that must not reach others: fields, hashes, keys. */
const secretsOf = async (db: Awaited<ReturnType<typeof aDatabase>>, id: string): Promise<string[]> => {
  const [row] = await db.query<{ email: string; hash: string; sealed: Buffer }>(sql`
    select email, password_hash as hash, account_key as sealed from member where id = ${id}`)
  const sealed = row?.sealed ?? Buffer.alloc(0)
  return [
    ...PRIVATE_TEXTS,
    row?.email ?? '',
    row?.hash ?? '',
    sealed.toString('hex'),
    sealed.toString('base64'),
    'argon2',
    'account_key',
    'accountKey',
  ]
}

test('public profiles, sellers and listings contain no private data of a member', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await aRegisteredMember(piazza)
  const seller = { sellerLogo: (await piazza.aPicture(rosa)).url, sellerDescription: 'Il forno' }
  const saved = await piazza.call('PUT', '/api/users/profile', { token: rosa.token, body: { ...PRIVATE, ...seller } })
  expect(saved.status).toBe(200)
  const listing = await piazza.aListing({ by: rosa })
  const reviewed = await piazza.aListing()
  await piazza.aReview(reviewed, { by: rosa })
  const other = await piazza.aMember()
  const secrets = await secretsOf(piazza.db, rosa.id)
  const paths = [
    `/api/users/${rosa.id}`,
    '/api/users/sellers',
    '/api/users/top-sellers',
    '/api/products',
    `/api/products/${listing.id}`,
    `/api/products/${reviewed.id}`,
  ]
  for (const path of paths) {
    for (const token of [undefined, other.token]) {
      const { text, status } = await piazza.call('GET', path, token ? { token } : {})
      expect(status).toBe(200)
      for (const secret of secrets) expect(text, path).not.toContain(secret)
    }
  }
})

test('password hash and wallet key are neither in the account nor in the export, also for admins and the member', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await aRegisteredMember(piazza)
  const admin = await piazza.aMember({ isAdmin: true })
  const [hash = '', ...keys] = (await secretsOf(piazza.db, rosa.id)).slice(PRIVATE_TEXTS.length + 1)
  const answers = [
    await piazza.call('GET', `/api/users/${rosa.id}`, { token: rosa.token }),
    await piazza.call('GET', `/api/users/${rosa.id}`, { token: admin.token }),
    await piazza.call('GET', '/api/users', { token: admin.token }),
    await piazza.call('PUT', `/api/users/${rosa.id}`, { token: admin.token, body: { name: 'R' } }),
    await piazza.call('GET', '/api/privacy/export', { token: rosa.token }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    for (const secret of [hash, ...keys]) expect(text).not.toContain(secret)
  }
})

test('logs contain no password, token, link, key or address', { tags: 'slow' }, async () => {
  const db = await aDatabase()
  const address = JSON.stringify(addressOf(db))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'logging-child.fixture.ts'), address], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const log = text(child.stdout as NodeJS.ReadableStream)
  const [origin] = (await once(child, 'message')) as [string]
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) })
    return (await answer.json()) as Record<string, string>
  }
  const email = 'rosa@esempio.test'
  const form = { username: 'ROSA', email, password: REGISTERED_PASSWORD, ...PRIVATE, newsletter: true }
  await call('POST', '/api/users/register', form)
  const link = await linkTo(db, email, 'verification')
  await call('POST', `/api/users/verification/${link}`, { uuid: link })
  await call('POST', '/api/users/signin', { email, password: 'password-sbagliata' })
  const { token = '', _id = '' } = await call('POST', '/api/users/signin', { email, password: REGISTERED_PASSWORD })
  await call('PUT', '/api/users/profile', PRIVATE, token)
  const { accountKey = '' } = await call('POST', `/api/users/${_id}/secret`, { password: REGISTERED_PASSWORD }, token)
  await call('POST', '/api/users/password-recovery', { email })
  const recovery = await linkTo(db, email, 'password-recovery')
  await call('GET', `/api/users/${_id}?token=${token}`)
  const leave =
    /leave\/([\w-]+)/.exec(JSON.stringify((await mailsTo(db, email)).map(({ headers }) => headers)))?.[1] ?? ''
  await call('POST', `/api/newsletter/leave/${leave}`, {})
  await db.execute(sql`alter table member rename to gone`)
  await call('POST', '/api/users/signin', { email, password: REGISTERED_PASSWORD })
  child.kill('SIGTERM')

  const lines = await log
  expect(lines).toContain('/api/users/signin')
  expect(accountKey).toMatch(/^0x[0-9a-f]{64}$/)
  const secrets = [
    REGISTERED_PASSWORD,
    'password-sbagliata',
    link,
    recovery,
    leave,
    token,
    accountKey,
    email,
    ...PRIVATE_TEXTS,
  ]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(4)
    expect(lines).not.toContain(secret)
  }
})
