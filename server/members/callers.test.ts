import { expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

// The status of every call about members for every kind of caller.

const KINDS = ['visitor', 'forged', 'deleted', 'unverified', 'buyer', 'seller', 'admin', 'oneself'] as const
type Kind = (typeof KINDS)[number]
type Statuses = Record<Kind, number>

const all = (status: number): Statuses => Object.fromEntries(KINDS.map((kind) => [kind, status])) as Statuses
const anyone = (status: number): Statuses => ({ ...all(status), forged: 401, deleted: 401 })
const members = (status: number): Statuses => ({ ...anyone(status), visitor: 401 })
const admins = (status: number): Statuses => ({ ...members(403), admin: status })

const aPiazzaWithCallers = async () => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const oneself = await aRegisteredMember(piazza)
  const deleted = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const forger = makeTokens('a secret that is not this server’s, by any means', () => new Date())
  const tokens: Record<Kind, string | undefined> = {
    visitor: undefined,
    forged: forger.issue({ memberId: oneself.id, epoch: 1 }),
    deleted: deleted.token,
    unverified: (await piazza.aMember({ verified: false, password: REGISTERED_PASSWORD })).token,
    buyer: (await piazza.aMember({ isSeller: false, password: REGISTERED_PASSWORD })).token,
    seller: (await piazza.aMember({ password: REGISTERED_PASSWORD })).token,
    admin: (await piazza.aMember({ isAdmin: true, password: REGISTERED_PASSWORD })).token,
    oneself: oneself.token,
  }
  return { piazza, oneself, tokens }
}

type CallerFixture = Awaited<ReturnType<typeof aPiazzaWithCallers>>
type Row = [
  call: string,
  target: (fixture: CallerFixture) => string | Promise<string>,
  body: object | undefined,
  Statuses,
]

const oneself = ({ oneself }: CallerFixture) => oneself.id
const nothing = () => ''
const somebodyNew = async ({ piazza }: CallerFixture) => (await piazza.aMember()).id
const someBuyer = async ({ piazza }: CallerFixture) => (await piazza.aMember({ isSeller: false })).id

const TABLE: Row[] = [
  ['GET /api/users/', oneself, undefined, anyone(200)],
  ['GET /api/users/', someBuyer, undefined, { ...anyone(404), admin: 200 }],
  ['GET /api/users/sellers', nothing, undefined, anyone(200)],
  ['GET /api/users/top-sellers', nothing, undefined, anyone(200)],
  ['GET /api/users', nothing, undefined, admins(200)],
  ['PUT /api/users/', somebodyNew, { name: 'Nuovo' }, admins(200)],
  ['DELETE /api/users/', somebodyNew, undefined, admins(200)],
  ['PUT /api/users/profile', nothing, { name: 'Nuovo' }, members(200)],
  ['PUT /api/users/upgrade/', oneself, {}, { ...members(403), oneself: 200 }],
  ['POST /api/users/signin', nothing, { email: 'nessuno@esempio.test', password: 'x' }, anyone(401)],
  ['POST /api/users/register', nothing, { username: 'X' }, anyone(422)],
  ['POST /api/users/password-recovery', nothing, { email: 'nessuno@esempio.test' }, anyone(404)],
  ['POST /api/users/password-replacement', nothing, { newData: REGISTERED_PASSWORD, id: 'x' }, anyone(404)],
  ['POST /api/users/newsletter', nothing, { name: 'X', email: 'x@esempio.test' }, anyone(200)],
  ['POST /api/users/newsletterVerify', nothing, { email: 'x@esempio.test', codice: 'x' }, anyone(404)],
  ['POST /api/users/newsletterUpdate', nothing, { email: 'x@esempio.test' }, members(200)],
  ['POST /api/users/verification/', () => 'x'.repeat(43), { uuid: 'x'.repeat(43) }, anyone(404)],
  ['POST /api/users/new-email/', () => 'x'.repeat(43), {}, anyone(404)],
  ['POST /api/users/restore/', () => 'x'.repeat(43), {}, anyone(404)],
  ['POST /api/users/verification', nothing, {}, { ...members(409), unverified: 200 }],
  // The caller's password does not reveal another member's private key.
  ['POST /api/users/:id/secret', oneself, { password: REGISTERED_PASSWORD }, { ...members(403), oneself: 200 }],
  ['POST /api/newsletter/leave', nothing, {}, { ...members(200), unverified: 403 }],
  ['POST /api/newsletter/leave/', () => 'x', {}, anyone(200)],
  ['GET /api/privacy/export', nothing, undefined, members(200)],
  ['GET /api/privacy/erase', nothing, undefined, members(200)],
  ['POST /api/privacy/erase', nothing, { password: 'sbagliata' }, members(403)],
  ['GET /api/welcome', nothing, undefined, admins(200)],
  ['POST /api/welcome/', somebodyNew, {}, admins(404)],
  ['GET /api/dashboard', nothing, undefined, admins(200)],
  ['POST /api/users/signout', nothing, {}, members(200)],
]

test.each(TABLE)('%s', async (call, target, body, expected) => {
  const fixture = await aPiazzaWithCallers()
  const [method = '', path = ''] = call.split(' ')
  const got: Partial<Statuses> = {}
  for (const kind of KINDS) {
    const id = await target(fixture)
    const url = path.includes(':id') ? path.replace(':id', id) : path + id
    const token = fixture.tokens[kind]
    const answer = await fixture.piazza.call(method, url, { ...(token ? { token } : {}), ...(body ? { body } : {}) })
    got[kind] = answer.status
    if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) })
  }
  expect(got).toEqual(expected)
})
