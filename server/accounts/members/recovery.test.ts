import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { aPiazza } from '#test/fixtures.ts'
import { whileHeld } from '#test/lock-waits.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const OLD = 'vecchia-password'
const NEW = 'nuova-password'
const recover = (piazza: Piazza, email: string) =>
  piazza.call('POST', '/api/users/password-recovery', { body: { email } })
const replace = (piazza: Piazza, id: string, newData = NEW) =>
  piazza.call('POST', '/api/users/password-replacement', { body: { newData, id } })
const signIn = async (piazza: Piazza, email: string, password: string) =>
  (await piazza.call('POST', '/api/users/signin', { body: { email, password } })).status

test('a forgotten password is replaced through a mail, which ends every session and sends a notice', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: OLD })
  expect((await recover(piazza, member.email.toUpperCase())).status).toBe(200)
  const token = await linkTo(piazza.db, member.email, 'password-recovery')
  expect((await replace(piazza, token)).status).toBe(200)
  expect(await signIn(piazza, member.email, OLD)).toBe(401)
  expect(await signIn(piazza, member.email, NEW)).toBe(200)
  expect((await piazza.call('GET', '/api/orders/mine', { token: member.token })).status).toBe(401)
  const subjects = (await mailsTo(piazza.db, member.email)).map((mail) => mail.subject)
  expect(subjects).toEqual([expect.stringContaining('nuova password'), expect.stringContaining('è cambiata')])
})

test('an unknown address gets 404 with a message', async () => {
  const piazza = await aPiazza()
  const { status, body } = await recover(piazza, 'nessuno@esempio.test')
  expect({ status, body }).toEqual({
    status: 404,
    body: { message: "L'email non risulta registrato. Vorresti registrarti addesso?" },
  })
})

test('no link is sent to an address that the account loses meanwhile', async () => {
  const piazza = await aPiazza()
  const { id, email } = await piazza.aMember({ password: OLD })
  const changeAddress = (client: Client) =>
    client.query("update member set email = 'altra@esempio.test', email_key = 'altra@esempio.test' where id = $1", [id])
  expect((await whileHeld(piazza.db, changeAddress, () => recover(piazza, email))).status).toBe(404)
  expect(await mailsTo(piazza.db, email)).toEqual([])
  expect(await piazza.db.query(sql`select from mail_link where member_id = ${id}`)).toEqual([])
})

test('unknown, used, superseded and expired links get the same response', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const rosa = await piazza.aMember({ password: OLD })
  const bruno = await piazza.aMember({ password: OLD })
  await recover(piazza, rosa.email)
  const superseded = await linkTo(piazza.db, rosa.email, 'password-recovery')
  await recover(piazza, rosa.email)
  const used = await linkTo(piazza.db, rosa.email, 'password-recovery')
  await recover(piazza, bruno.email)
  const expired = await linkTo(piazza.db, bruno.email, 'password-recovery')
  expect((await replace(piazza, used)).status).toBe(200)
  now = new Date(now.getTime() + 61 * 60 * 1000)
  for (const token of [used, superseded, expired, 'x'.repeat(43), rosa.id, '']) {
    const { status, body } = await replace(piazza, token)
    expect({ status, body }).toEqual({ status: 404, body: { message: expect.stringContaining('non è valido') } })
  }
  expect(await signIn(piazza, bruno.email, OLD)).toBe(200)
})

test('a recovery link does not verify, and a verification link does not replace the password', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ verified: false, password: OLD })
  await recover(piazza, member.email)
  const recovery = await linkTo(piazza.db, member.email, 'password-recovery')
  await piazza.call('POST', '/api/users/verification', { token: member.token, body: {} })
  const verification = await linkTo(piazza.db, member.email, 'verification')
  const verify = await piazza.call('POST', `/api/users/verification/${recovery}`, { body: { uuid: recovery } })
  expect(verify.status).toBe(404)
  expect((await replace(piazza, verification)).status).toBe(404)
})

test('of ten concurrent requests with one link, one replaces the password', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: OLD })
  await recover(piazza, member.email)
  const token = await linkTo(piazza.db, member.email, 'password-recovery')
  const tries = Array.from({ length: 10 }, (_, index) => replace(piazza, token, `${NEW}-${index}`))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('a password of five characters is refused with a message', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: OLD })
  await recover(piazza, member.email)
  const { status, body } = await replace(piazza, await linkTo(piazza.db, member.email, 'password-recovery'), '12345')
  expect(status).toBe(422)
  expect(body).toMatchObject({ message: expect.stringContaining('La password deve avere almeno 6 caratteri') })
})

test('recovery mails are limited per address, and requests per IP', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: OLD })
  const { times } = LIMITS.recoveryMail
  for (let time = 0; time < times; time++) expect((await recover(piazza, member.email)).status).toBe(200)
  expect((await recover(piazza, member.email)).status).toBe(429)
  expect(await mailsTo(piazza.db, member.email)).toHaveLength(times)
  const tries = Array.from({ length: LIMITS.recoveryFromIp.times }, () => recover(piazza, 'nessuno@esempio.test'))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(429)
})
