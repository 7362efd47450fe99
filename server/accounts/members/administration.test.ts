import { expect, test } from 'vitest'
import { MAX_FOUND } from '#domain/base/long-lists.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const anAdmin = (piazza: Piazza) => piazza.aMember({ isAdmin: true })
const list = async (piazza: Piazza, token: string, query = '') => {
  const { status, body, headers } = await piazza.call('GET', `/api/users${query}`, { token })
  return { status, users: body as Record<string, unknown>[], total: Number(headers.get('x-total-count')) }
}

test('admins list the members, newest first, without anything secret', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  const member = await piazza.aMember()
  const { status, users, total } = await list(piazza, admin.token)
  expect({ status, total }).toEqual({ status: 200, total: 2 })
  expect(users.map(({ _id }) => _id)).toEqual([member.id, admin.id])
  expect(users[0]).toMatchObject({ email: member.email, verified: true, newsletter: 'Not Verified' })
  expect(Object.keys(users[0] ?? {}).join()).not.toMatch(/password|hash|key|token/i)
})

test('the list is searched, ordered and paged', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  for (const name of ['100% LANA', 'ZENO', 'ADA'])
    await piazza.db.execute(sql`insert into member (username, username_key, email, email_key, password_hash, name, surname)
      values (${name}, ${name.toLowerCase()}, ${`${name}@x`}, ${`${name.toLowerCase()}@x`}, 'none', 'Nome', 'Cognome')`)
  const names = async (query: string) => (await list(piazza, admin.token, query)).users.map(({ username }) => username)
  expect(await names('?q=zen')).toEqual(['ZENO'])
  expect(await names('?q=100%25%20l')).toEqual(['100% LANA'])
  expect(await names('?q=%25')).toEqual(['100% LANA'])
  expect(await names('?q=_')).toEqual([])
  expect(await names('?q=nome%20COGNOME&order=username')).toEqual(['100% LANA', 'ADA', 'ZENO'])
  expect(await names('?order=username&p=2&pageSize=2')).toEqual([admin.username, 'ZENO'])
  expect(await names('?order=oldest&pageSize=1')).toEqual([admin.username])
  expect((await list(piazza, admin.token, '?pageSize=1')).total).toBe(4)
  for (const query of ['?p=0', '?pageSize=501', '?order=altro', '?q=%00'])
    expect((await list(piazza, admin.token, query)).status).toBe(400)
})

test('matches of a frequent word are counted up to 500, those of a rare or very short one all', async () => {
  const piazza = await anOwnPiazza()
  const { token } = await anAdmin(piazza)
  await piazza.db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, seller_name, created_at)
    select 'GENTE' || n, 'gente' || n, 'g' || n || '@x', 'g' || n || '@x', 'none', case when n <= 20 then 'Zappatori' else '' end,
      now() - make_interval(secs => 600 - n)
    from generate_series(1, 600) as n`)
  const find = async (query: string) => {
    const { status, users, total } = await list(piazza, token, query)
    expect(status).toBe(200)
    return { names: users.map(({ username }) => username), total }
  }
  expect(await find('?q=gente&pageSize=2')).toEqual({ names: ['GENTE600', 'GENTE599'], total: MAX_FOUND })
  expect(await find('?q=gente&order=oldest&pageSize=2&p=2')).toEqual({ names: ['GENTE3', 'GENTE4'], total: MAX_FOUND })
  expect(await find('?q=ZAPPATORI&pageSize=2')).toEqual({ names: ['GENTE20', 'GENTE19'], total: 20 })
  expect(await find('?q=g77@')).toEqual({ names: ['GENTE77'], total: 1 })
  expect(await find('?q=gente123')).toEqual({ names: ['GENTE123'], total: 1 })
  expect(await find('?q=nessuno')).toEqual({ names: [], total: 0 })
  expect((await find('?q=@x&pageSize=1')).total).toBe(600)
})

test('an admin changes name and roles, requests a new address, and nothing else; the audit log does not contain the new address', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  const member = await piazza.aMember()
  const body = {
    _id: admin.id,
    name: 'Rosa',
    email: 'nuova@esempio.test',
    isSeller: false,
    isAdmin: true,
    verified: false,
    cf: 'NIENTE',
    username: 'ALTRO',
  }
  const answer = await piazza.call('PUT', `/api/users/${member.id}`, { token: admin.token, body })
  expect(answer.body).toMatchObject({
    _id: member.id,
    name: 'Rosa',
    email: member.email,
    pendingEmail: 'nuova@esempio.test',
    isSeller: false,
    isAdmin: true,
    verified: true,
    cf: '',
    username: member.username,
  })
  const [row] = await piazza.db.query<{ details: object }>(sql`select actor, action, subject, details from audit
    where action = 'member.edit'`)
  expect(row).toEqual({
    actor: admin.id,
    action: 'member.edit',
    subject: member.id,
    details: { changed: ['name', 'isSeller', 'role', 'email'], isSeller: false, role: 'admin' },
  })
  expect(JSON.stringify(row)).not.toContain('nuova@esempio.test')
})

test('a member is told of a new role, and of one taken away, by notice and mail; of nothing else', async () => {
  const piazza = await anOwnPiazza()
  const [admin, rosa] = [await anAdmin(piazza), await piazza.aMember()]
  const change = (body: object) => piazza.call('PUT', `/api/users/${rosa.id}`, { token: admin.token, body })
  const told = async () => {
    const { body } = await piazza.call('GET', '/api/notices', { token: rosa.token })
    const notices = (body as NoticePage).notices.map(({ text }) => text)
    expect((await mailsTo(piazza.db, rosa.email)).map(({ subject }) => subject)).toEqual(notices.toReversed())
    return notices
  }
  await change({ name: 'Rosa' })
  await change({ role: 'member', isAdmin: false })
  expect(await told()).toEqual([])
  await change({ role: 'desk' })
  expect(await told()).toEqual([expect.stringContaining('Adesso sei allo sportello')])
  await change({ role: 'desk' })
  await change({ role: 'member' })
  expect(await told()).toEqual([expect.stringContaining('Non hai più un ruolo'), expect.stringContaining('sportello')])
})

test('a revoked role is refused from the next request on', async () => {
  const piazza = await anOwnPiazza()
  const [admin, second] = [await anAdmin(piazza), await anAdmin(piazza)]
  await piazza.call('PUT', `/api/users/${second.id}`, { token: admin.token, body: { isAdmin: false } })
  expect((await list(piazza, second.token)).status).toBe(403)
})

test('an address in use is refused, and a confirmed address invalidates the links sent to the old one', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  const [rosa, bruno] = [await piazza.aMember(), await piazza.aMember()]
  const edit = (email: string) => piazza.call('PUT', `/api/users/${rosa.id}`, { token: admin.token, body: { email } })
  const taken = await edit(bruno.email.toUpperCase())
  expect(taken.status).toBe(409)
  await piazza.call('POST', '/api/users/password-recovery', { body: { email: rosa.email } })
  const link = await linkTo(piazza.db, rosa.email, 'password-recovery')
  expect((await edit('rosa-nuova@esempio.test')).status).toBe(200)
  const confirmation = await linkTo(piazza.db, 'rosa-nuova@esempio.test', 'nuova-email')
  expect((await piazza.call('POST', `/api/users/new-email/${confirmation}`)).status).toBe(200)
  const replaced = await piazza.call('POST', '/api/users/password-replacement', {
    body: { newData: 'abcdef', id: link },
  })
  expect(replaced.status).toBe(404)
})

test('the last admin can be neither removed nor demoted', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  const self = `/api/users/${admin.id}`
  const message = { message: expect.stringContaining('unica persona') }
  const demoted = await piazza.call('PUT', self, { token: admin.token, body: { isAdmin: false } })
  expect(demoted).toMatchObject({ status: 409, body: message })
  expect(await piazza.call('DELETE', self, { token: admin.token })).toMatchObject({ status: 409, body: message })
  const second = await anAdmin(piazza)
  expect((await piazza.call('DELETE', self, { token: second.token })).status).toBe(200)
})

test('of two admins that remove each other concurrently, one remains', async () => {
  const piazza = await anOwnPiazza()
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await anAdmin(piazza), await anAdmin(piazza)]
    await piazza.db.execute(sql`update member set role = 'member' where id not in (${first.id}, ${second.id})`)
    await Promise.all([
      piazza.call('PUT', `/api/users/${second.id}`, { token: first.token, body: { isAdmin: false } }),
      piazza.call('DELETE', `/api/users/${first.id}`, { token: second.token }),
    ])
    const left = await piazza.db.query(sql`select from member where is_admin and deleted_at is null`)
    expect(left.length).toBe(1)
  }
})

test('editing or deleting an unknown or deleted member answers 404', async () => {
  const piazza = await anOwnPiazza()
  const admin = await anAdmin(piazza)
  const member = await piazza.aMember()
  await piazza.call('DELETE', `/api/users/${member.id}`, { token: admin.token })
  for (const id of [member.id, crypto.randomUUID(), 'niente']) {
    expect((await piazza.call('DELETE', `/api/users/${id}`, { token: admin.token })).status).toBe(404)
    expect((await piazza.call('PUT', `/api/users/${id}`, { token: admin.token, body: { name: 'X' } })).status).toBe(404)
  }
})
