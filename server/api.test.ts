import { expect, test } from 'vitest'
import { apiCalls } from '#server/api.ts'
import { ownCalls } from '#server/api-own.ts'
import { aPiazza } from '#test/fixtures.ts'

// Declared here and never made: what they would ask of the services does not matter.
const nobody = new Proxy({}, { get: () => ({}) })
const calls = apiCalls(nobody as Parameters<typeof apiCalls>[0])
const own = ownCalls(nobody as Parameters<typeof ownCalls>[0])
const signaturesFor = (audience: string) =>
  own.filter((call) => call.audience === audience).map((call) => call.signature)

test('the specification has 34 calls, each once', () => {
  expect(calls).toHaveLength(34)
  expect(new Set(calls.map((call) => call.signature)).size).toBe(34)
})

test('these calls, and no others, need no token', () => {
  expect(calls.filter((call) => call.audience === 'public').map((call) => call.signature)).toEqual([
    'GET /api/users/:id',
    'POST /api/users/signin',
    'POST /api/users/register',
    'POST /api/users/password-recovery',
    'POST /api/users/password-replacement',
    'POST /api/users/newsletter',
    'POST /api/users/newsletterVerify',
    'POST /api/users/verification/:id',
    'GET /api/users/sellers',
    'GET /api/config/google',
    'GET /api/products',
    'GET /api/products/categories',
    'GET /api/products/:id',
  ])
})

test('these calls, and no others, are for admins', () => {
  expect(calls.filter((call) => call.audience === 'admin').map((call) => call.signature)).toEqual([
    'GET /api/users',
    'PUT /api/users/:id',
    'DELETE /api/users/:id',
    'DELETE /api/orders/:id',
  ])
})

test('of our own calls, these need no token and these are for admins', () => {
  expect(signaturesFor('public')).toEqual([
    'POST /api/newsletter/leave/:code',
    'GET /api/products/suggestions',
    'GET /api/places',
    'GET /api/places/nearest',
  ])
  expect(signaturesFor('admin')).toEqual(['GET /api/dashboard'])
})

test('a call that is not public turns away who is not signed in, before it looks at what they sent', async () => {
  const piazza = await aPiazza()
  const anywhere = '01a1dd19-6ac6-7e41-9831-b41830232d98'
  const others = [...calls, ...own].filter((call) => call.audience !== 'public')
  const answers = await Promise.all(
    others.map(async ({ signature }) => {
      const [method = '', path = ''] = signature.split(' ')
      const body = method === 'POST' || method === 'PUT' ? { body: { broken: true } } : {}
      const answer = await piazza.call(method, path.replace(/:\w+/, anywhere), body)
      return { signature, status: answer.status, body: answer.body }
    }),
  )
  expect(answers).toEqual(
    others.map(({ signature }) => ({ signature, status: 401, body: { message: 'Per continuare devi accedere.' } })),
  )
})

test('a member is turned away from what is for admins, an unverified one is told about the mail', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  const unverified = await piazza.aMember({ verified: false })
  expect(await piazza.call('GET', '/api/users', { token: member.token })).toMatchObject({ status: 403 })
  const answer = await piazza.call('POST', '/api/products', { token: unverified.token, body: {} })
  expect(answer.status).toBe(403)
  expect(answer.body).toEqual({ message: expect.stringContaining('clicca sul link') })
})

test('the API describes itself', async () => {
  const piazza = await aPiazza()
  const { body } = await piazza.call('GET', '/api/docs/json')
  const { paths } = body as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(described).toHaveLength(calls.length + own.length)
  expect(paths['/api/products']?.get).toMatchObject({ responses: { 200: expect.anything() } })
})
