import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

const PASSWORD = 'una-password-lunga'

const aSignedOutMember = async (piazza: Awaited<ReturnType<typeof aPiazza>>) => {
  const member = await piazza.aMember({ password: PASSWORD })
  await piazza.call('POST', '/api/users/signout', { token: member.token, body: {} })
  return member
}

test('an admin sees the open sessions of a member and why mail comes back, and closes the sessions', async () => {
  const piazza = await aPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const member = await aSignedOutMember(piazza)
  const signIn = async () => {
    const { body } = await piazza.call('POST', '/api/users/signin', {
      body: { email: member.email, password: PASSWORD },
    })
    return (body as { token: string }).token
  }
  const [first, second] = [await signIn(), await signIn()]
  const sessions = async () => {
    const { body } = await piazza.call('GET', `/api/users/${member.id}/sessions`, { token: admin.token })
    return body as { sessions: { beganAt: string }[]; mailFailure: unknown }
  }
  expect(await sessions()).toMatchObject({ sessions: [{ beganAt: expect.any(String) }, {}], mailFailure: null })
  await piazza.call('POST', '/api/users/signout', { token: first, body: {} })
  expect((await sessions()).sessions).toHaveLength(1)
  const exported = await piazza.call('GET', '/api/privacy/export', { token: second })
  expect((exported.body as { sessions: [] }).sessions).toHaveLength(1)
  await piazza.db.execute(sql`
    insert into mail_failure (address_key, reason, failed_at) values (${member.email}, '550 no such user', now())`)
  expect((await sessions()).mailFailure).toMatchObject({ reason: '550 no such user' })
  const closed = await piazza.call('DELETE', `/api/users/${member.id}/sessions`, { token: admin.token })
  expect(closed.status).toBe(200)
  expect((await sessions()).sessions).toEqual([])
  expect((await piazza.call('GET', '/api/notices', { token: second })).status).toBe(401)
  const audit = await piazza.call('GET', `/api/audit?member=${member.id}`, { token: admin.token })
  expect((audit.body as { entries: object[] }).entries).toMatchObject([
    { action: 'member.end-sessions', actor: { username: admin.username } },
  ])
})

test('a change of password leaves the session open in which it was made, and no other', async () => {
  const piazza = await aPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const { id, email } = await aSignedOutMember(piazza)
  const signIn = () => piazza.call('POST', '/api/users/signin', { body: { email, password: PASSWORD } })
  const { token } = (await signIn()).body as { token: string }
  const sessions = async () => {
    const { body } = await piazza.call('GET', `/api/users/${id}/sessions`, { token: admin.token })
    return (body as { sessions: { beganAt: string }[] }).sessions
  }
  const [first] = await sessions()
  await signIn()
  const body = { password: 'un-altra-password', currentPassword: PASSWORD }
  const changed = await piazza.call('PUT', '/api/users/profile', { token, body })
  expect(changed.status).toBe(200)
  expect(await sessions()).toEqual([first])
})

test('a session ends 30 days after the sign-in, also with a token from a later change of the profile', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const { id, email } = await piazza.aMember({ password: PASSWORD })
  const signedIn = await piazza.call('POST', '/api/users/signin', { body: { email, password: PASSWORD } })
  const first = signedIn.body as { token: string }
  const after = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
  now = after(20)
  const renew = async (path: string, { token }: { token: string }, body = {}) =>
    (await piazza.call('PUT', path, { token, body })).body as { token: string }
  const second = await renew('/api/users/profile', first, { name: 'Rosa' })
  const third = await renew(`/api/users/upgrade/${id}`, second)
  const body = { password: 'un-altra-password', currentPassword: PASSWORD }
  const last = await renew('/api/users/profile', third, body)
  const read = async ({ token }: { token: string }) => (await piazza.call('GET', '/api/notices', { token })).status
  now = after(9)
  expect(await read(last)).toBe(200)
  now = after(2)
  expect(await Promise.all([second, third, last].map(read))).toEqual([401, 401, 401])
})

test('the audit of a member is what was done by or to them, and nothing else', async () => {
  const piazza = await aPiazza()
  const [admin, one, other] = [await piazza.aMember({ isAdmin: true }), await piazza.aMember(), await piazza.aMember()]
  for (const { id } of [one, other])
    await piazza.call('PUT', `/api/users/${id}`, { token: admin.token, body: { name: 'Nuovo' } })
  const auditOf = async (id: string) => {
    const { body } = await piazza.call('GET', `/api/audit?member=${id}`, { token: admin.token })
    return body as { entries: { subject: string }[]; total: number }
  }
  expect(await auditOf(one.id)).toMatchObject({ entries: [{ subject: one.id }], total: 1 })
  expect(await auditOf(admin.id)).toMatchObject({ entries: [{ subject: other.id }, { subject: one.id }], total: 2 })
  const wrong = await piazza.call('GET', '/api/audit?member=1', { token: admin.token })
  expect(wrong.status).toBe(400)
})
