import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { HOLD_HOURS } from '#domain/accounts/members.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { aPiazza } from '#test/fixtures.ts'
import { whileMemberIsLocked } from '#test/lock-waits.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

const NEW = 'nuova-password'
const NEW_EMAIL = 'rosa-nuova@esempio.test'
const HOLD_MS = HOLD_HOURS * 60 * 60 * 1000

const aPiazzaWithRosa = async () => {
  const clock = { now: new Date() }
  const piazza = await aPiazza({ clock: () => clock.now })
  const rosa = await aRegisteredMember(piazza)
  const profile = async (token: string, body: object) => piazza.call('PUT', '/api/users/profile', { token, body })
  return {
    piazza,
    rosa,
    profile,
    /** Changes the profile with the current password; returns the new token. */
    changed: async (body: object, token = rosa.token) => {
      const answer = await profile(token, { currentPassword: REGISTERED_PASSWORD, ...body })
      expect(answer.status).toBe(200)
      return (answer.body as { token: string }).token
    },
    signIn: async (email: string, password: string) =>
      (await piazza.call('POST', '/api/users/signin', { body: { email, password } })).status,
    reveal: (token: string, password: string) =>
      piazza.call('POST', `/api/users/${rosa.id}/secret`, { token, body: { password } }),
    erase: (token: string, password: string) =>
      piazza.call('POST', '/api/privacy/erase', { token, body: { password } }),
    confirm: async (id: string) => (await piazza.call('POST', `/api/users/new-email/${id}`)).status,
    restore: async (id: string) => (await piazza.call('POST', `/api/users/restore/${id}`)).status,
    restoreLink: (email = rosa.email) => linkTo(piazza.db, email, 'annulla-modifica'),
    confirmLink: (email = NEW_EMAIL) => linkTo(piazza.db, email, 'nuova-email'),
    own: async (token: string) => (await piazza.call('GET', `/api/users/${rosa.id}`, { token })).body,
    wait: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
}

test('a session alone changes neither password nor e-mail: the present password is required', async () => {
  const { rosa, profile, signIn, own } = await aPiazzaWithRosa()
  for (const change of [{ password: NEW }, { email: NEW_EMAIL }]) {
    for (const known of [{}, { currentPassword: '' }, { currentPassword: 'sbagliata' }]) {
      const { status, body } = await profile(rosa.token, { ...change, ...known, name: 'Altra' })
      expect({ status, body }).toMatchObject({ status: 403, body: { message: expect.stringContaining('password') } })
    }
  }
  expect(await own(rosa.token)).toMatchObject({ email: rosa.email, pendingEmail: '', name: '' })
  expect(await signIn(rosa.email, NEW)).toBe(401)
  expect((await profile(rosa.token, { email: rosa.email.toUpperCase(), name: 'Rosa' })).status).toBe(200)
})

test('guesses of the present password are limited', async () => {
  const { rosa, profile } = await aPiazzaWithRosa()
  const guess = (currentPassword: string) => profile(rosa.token, { password: NEW, currentPassword })
  for (let time = 0; time < LIMITS.passwordAgain.times; time++) await guess('sbagliata')
  expect((await guess(REGISTERED_PASSWORD)).status).toBe(429)
})

test.each([
  ['password', { password: NEW }, NEW],
  ['e-mail', { email: NEW_EMAIL }, REGISTERED_PASSWORD],
])(
  'after a new %s the key and the deletion are held back for 72 hours, and the answer says until when',
  async (_what, change, password) => {
    const { changed, reveal, erase, wait } = await aPiazzaWithRosa()
    const token = await changed(change)
    for (const ask of [reveal, erase]) {
      const { status, body } = await ask(token, password)
      const message = expect.stringMatching(/solo dal \d\d\/\d\d\/\d{4} alle \d\d:\d\d\.$/)
      expect({ status, body }).toEqual({ status: 403, body: { message } })
    }
    wait(HOLD_MS - 1000)
    expect((await reveal(token, password)).status).toBe(403)
    wait(1000)
    expect((await reveal(token, password)).status).toBe(200)
  },
)

test('a password recovered by mail holds back the key too', async () => {
  const { piazza, rosa, reveal, signIn } = await aPiazzaWithRosa()
  await piazza.call('POST', '/api/users/password-recovery', { body: { email: rosa.email } })
  const id = await linkTo(piazza.db, rosa.email, 'password-recovery')
  await piazza.call('POST', '/api/users/password-replacement', { body: { newData: NEW, id } })
  expect(await signIn(rosa.email, NEW)).toBe(200)
  const { body } = await piazza.call('POST', '/api/users/signin', { body: { email: rosa.email, password: NEW } })
  expect((await reveal((body as { token: string }).token, NEW)).status).toBe(403)
})

test('the link in the mail restores the password, once, and ends all sessions', async () => {
  const { piazza, rosa, changed, signIn, restore, restoreLink } = await aPiazzaWithRosa()
  const token = await changed({ password: NEW })
  const link = await restoreLink()
  expect(await restore(link)).toBe(200)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(200)
  expect(await signIn(rosa.email, NEW)).toBe(401)
  expect((await piazza.call('GET', '/api/orders/mine', { token })).status).toBe(401)
  expect(await restore(link)).toBe(404)
})

test.each([
  [HOLD_MS - 1000, 200],
  [HOLD_MS, 404],
])('the link in the mail works for 72 hours: after %i ms it answers %i', async (ms, status) => {
  const { changed, restore, restoreLink, wait } = await aPiazzaWithRosa()
  await changed({ password: NEW })
  wait(ms)
  expect(await restore(await restoreLink())).toBe(status)
})

test('a new e-mail ends other sessions and counts once its link is opened; both addresses are told', async () => {
  const { piazza, rosa, changed, signIn, own, confirm, confirmLink } = await aPiazzaWithRosa()
  const token = await changed({ email: NEW_EMAIL })
  expect((await piazza.call('GET', '/api/orders/mine', { token: rosa.token })).status).toBe(401)
  expect(await own(token)).toMatchObject({ email: rosa.email, pendingEmail: NEW_EMAIL })
  expect(await signIn(NEW_EMAIL, REGISTERED_PASSWORD)).toBe(401)
  const link = await confirmLink()
  expect(await confirm(link)).toBe(200)
  expect(await own(token)).toMatchObject({ email: NEW_EMAIL, pendingEmail: '', verified: true })
  expect(await signIn(NEW_EMAIL, REGISTERED_PASSWORD)).toBe(200)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(401)
  expect(await confirm(link)).toBe(404)
  const subjects = (await mailsTo(piazza.db, rosa.email)).map(({ subject }) => subject)
  expect(subjects.slice(1)).toEqual([
    expect.stringContaining('nuovo indirizzo e-mail'),
    expect.stringContaining('è cambiato'),
  ])
})

test('of several requested addresses only the last can be confirmed, and none after the request is stopped', async () => {
  const { rosa, changed, signIn, confirm, confirmLink, restore, restoreLink } = await aPiazzaWithRosa()
  const token = await changed({ email: 'prima@esempio.test' })
  await changed({ email: NEW_EMAIL }, token)
  const links = [await confirmLink('prima@esempio.test'), await confirmLink()] as const
  expect(links).not.toContain('')
  expect(await confirm(links[0])).toBe(404)
  expect(await restore(await restoreLink())).toBe(200)
  expect(await confirm(links[1])).toBe(404)
  expect(await signIn(NEW_EMAIL, REGISTERED_PASSWORD)).toBe(401)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(200)
})

test('an attacker cannot keep an account: neither with later links nor by registering the old address', async () => {
  const { piazza, rosa, changed, signIn, confirm, confirmLink, restore, restoreLink } = await aPiazzaWithRosa()
  const token = await changed({ email: NEW_EMAIL })
  await confirm(await confirmLink())
  const ownersLink = await restoreLink()
  await changed({ password: NEW }, token)
  const attackersLink = await restoreLink(NEW_EMAIL)
  const squat = await piazza.call('POST', '/api/users/register', {
    body: { username: 'ALTRA', email: rosa.email.toUpperCase(), password: NEW },
  })
  expect(squat.status).toBe(409)
  expect(await restore(ownersLink)).toBe(200)
  expect(await restore(attackersLink)).toBe(404)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(200)
  expect(await signIn(NEW_EMAIL, NEW)).toBe(401)
})

test('a link of a change that is made while an earlier one is taken back does not work', async () => {
  const { piazza, rosa, changed, restore, restoreLink } = await aPiazzaWithRosa()
  await changed({ password: NEW })
  const link = await restoreLink()
  const addLater = (client: Client) =>
    client.query(
      `insert into mail_link (hash, member_id, purpose, email, email_key, password_hash, created_at, expires_at)
       select 'later', member_id, purpose, email, email_key, 'x', created_at, expires_at from mail_link
       where purpose = 'restore'`,
    )
  expect(await whileMemberIsLocked(piazza.db, rosa.id, () => restore(link), addLater)).toBe(200)
  expect(await piazza.db.query(sql`select from mail_link where purpose = 'restore' and used_at is null`)).toEqual([])
})

test.each([0, 1])('mail %i of a change of both e-mail and password restores the old password', async (nth) => {
  const { piazza, rosa, changed, signIn, restore } = await aPiazzaWithRosa()
  await changed({ email: NEW_EMAIL, password: NEW })
  const links = (await mailsTo(piazza.db, rosa.email)).flatMap(
    ({ text }) => /\/annulla-modifica\/([\w-]+)/.exec(text)?.[1] ?? [],
  )
  expect(links).toHaveLength(2)
  expect(await restore(links[nth] ?? '')).toBe(200)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(200)
  expect(await signIn(rosa.email, NEW)).toBe(401)
})

test('an admin who changes an e-mail gets no access: both addresses are told, and the key is held back', async () => {
  const { piazza, rosa, reveal, confirm, confirmLink, own, signIn, restore, restoreLink } = await aPiazzaWithRosa()
  const admin = await piazza.aMember({ isAdmin: true })
  const edit = (email: string) =>
    piazza.call('PUT', `/api/users/${rosa.id}`, { token: admin.token, body: { name: 'Rosa', email } })
  expect((await edit(admin.email)).status).toBe(409)
  expect((await edit(NEW_EMAIL)).body).toMatchObject({ name: 'Rosa', email: rosa.email, pendingEmail: NEW_EMAIL })
  expect(await mailsTo(piazza.db, rosa.email)).toMatchObject([
    {},
    { subject: expect.stringContaining('nuovo indirizzo'), text: expect.stringContaining('/annulla-modifica/') },
  ])
  expect((await reveal(rosa.token, REGISTERED_PASSWORD)).status).toBe(403)
  expect((await piazza.call('POST', '/api/users/password-recovery', { body: { email: NEW_EMAIL } })).status).toBe(404)
  expect(await confirm(await confirmLink())).toBe(200)
  expect(await own(rosa.token)).toMatchObject({ email: NEW_EMAIL })
  const audit = await piazza.db.query(sql`select actor, action from audit where subject = ${rosa.id} order by id`)
  expect(audit).toEqual([
    { actor: admin.id, action: 'member.email-requested' },
    { actor: admin.id, action: 'member.edit' },
    { actor: rosa.id, action: 'member.new-email' },
  ])
  expect(await restore(await restoreLink())).toBe(200)
  expect(await signIn(rosa.email, REGISTERED_PASSWORD)).toBe(200)
})

test('an unverified member corrects the address: the link to the new one verifies, the old one gets no link', async () => {
  const { piazza } = await aPiazzaWithRosa()
  const email = 'sbagliata@esempio.test'
  await piazza.call('POST', '/api/users/register', { body: { username: 'BRUNO', email, password: NEW } })
  const { body } = await piazza.call('POST', '/api/users/signin', { body: { email, password: NEW } })
  const { token, _id } = body as { token: string; _id: string }
  const change = { email: 'giusta@esempio.test', currentPassword: NEW }
  const changed = await piazza.call('PUT', '/api/users/profile', { token, body: change })
  const link = await linkTo(piazza.db, 'giusta@esempio.test', 'nuova-email')
  expect((await piazza.call('POST', `/api/users/new-email/${link}`)).status).toBe(200)
  const fresh = (changed.body as { token: string }).token
  expect((await piazza.call('GET', `/api/users/${_id}`, { token: fresh })).body).toMatchObject({
    email: 'giusta@esempio.test',
    verified: true,
    account: expect.stringMatching(/^0x/),
  })
  expect(await linkTo(piazza.db, email, 'annulla-modifica')).toBe('')
})
