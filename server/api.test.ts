import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#domain/calls.ts'
import type { CallShape } from '#domain/base/call.schema.ts'
import { aPiazza } from '#test/fixtures.ts'

const ALL: [string, CallShape][] = Object.entries(calls)
const signaturesFor = (audience: string) =>
  ALL.filter(([, call]) => call.audience === audience).map(([signature]) => signature)

test('there are the 34 calls of the specification, in its order', () => {
  expect(Object.keys(calls).slice(0, 34)).toEqual([
    'GET /api/users/:id',
    'GET /api/users',
    'PUT /api/users/:id',
    'DELETE /api/users/:id',
    'PUT /api/users/profile',
    'PUT /api/users/upgrade/:userId',
    'POST /api/users/signin',
    'POST /api/users/register',
    'POST /api/users/password-recovery',
    'POST /api/users/password-replacement',
    'POST /api/users/newsletter',
    'POST /api/users/newsletterVerify',
    'POST /api/users/newsletterUpdate',
    'POST /api/users/verification/:id',
    'GET /api/users/sellers',
    'GET /api/config/google',
    'GET /api/products',
    'GET /api/products/categories',
    'GET /api/products/:id',
    'POST /api/products',
    'PUT /api/products/:id',
    'DELETE /api/products/:id',
    'POST /api/products/:id/reviews',
    'POST /api/uploads/s3',
    'POST /api/payment',
    'POST /api/orders',
    'GET /api/orders/mine',
    'GET /api/orders',
    'GET /api/orders/:id',
    'PUT /api/orders/:id/pay',
    'PUT /api/orders/:id/deliver',
    'DELETE /api/orders/:id',
    'POST /api/orders/mailing',
    'POST /api/orders/notifications/',
  ])
})

test('a call has params exactly for what its path names, a body only on POST and PUT, a query only on GET', () => {
  for (const [signature, { params, query, body, cached }] of ALL) {
    const named = [...signature.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = params instanceof z.ZodObject ? Object.keys(params.shape) : []
    expect({ signature, params: shape }).toEqual({ signature, params: named })
    if (query || cached) expect(signature).toMatch(/^GET /)
    if (body) expect(signature).toMatch(/^(POST|PUT) /)
  }
})

test('these calls, and no others, are public', () => {
  expect(signaturesFor('public')).toEqual([
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
    'GET /api/users/top-sellers',
    'POST /api/users/verification',
    'POST /api/users/new-email/:id',
    'POST /api/users/restore/:id',
    'POST /api/passkeys/signin/options',
    'POST /api/passkeys/signin',
    'POST /api/newsletter/leave/:code',
    'POST /api/notices/leave/:code',
    'POST /api/products/:id/views',
    'POST /api/searches/missed',
    'GET /api/freshness/:code',
    'POST /api/freshness/:code',
    'GET /api/products/suggestions',
    'GET /api/places',
    'GET /api/places/nearest',
    'POST /api/users/invitation/:id',
    'GET /api/currency',
    'GET /api/currency/events.csv',
    'GET /api/currency/rounds',
    'POST /api/reports',
    'GET /api/pages/:page',
  ])
})

test('these calls, and no others, are for admins', () => {
  expect(signaturesFor('admin')).toEqual([
    'GET /api/users',
    'PUT /api/users/:id',
    'DELETE /api/users/:id',
    'DELETE /api/orders/:id',
    'GET /api/welcome',
    'POST /api/welcome/:id',
    'GET /api/searches/sought',
    'GET /api/dashboard',
    'GET /api/synonyms',
    'POST /api/synonyms',
    'DELETE /api/synonyms/:id',
    'POST /api/members/import',
    'GET /api/users/:id/sessions',
    'DELETE /api/users/:id/sessions',
    'GET /api/newsletters',
    'POST /api/newsletters',
    'GET /api/newsletters/:id',
    'PUT /api/newsletters/:id',
    'DELETE /api/newsletters/:id',
    'POST /api/newsletters/:id/test',
    'POST /api/newsletters/:id/send',
    'GET /api/export/members.csv',
    'GET /api/export/listings.csv',
    'GET /api/export/orders.csv',
    'GET /api/export/movements.csv',
    'POST /api/currency/rounds',
    'DELETE /api/currency/rounds/:date',
    'PUT /api/users/:id/suspension',
    'DELETE /api/users/:id/suspension',
    'GET /api/decisions',
    'POST /api/decisions/:id/review',
    'GET /api/settings',
    'PUT /api/settings',
    'GET /api/status',
    'GET /api/audit',
    'PUT /api/pages/:page',
    'PUT /api/desk/members/:id/card',
    'GET /api/treasury',
    'GET /api/treasury/history',
    'POST /api/treasury/gifts',
    'POST /api/treasury/gifts/import',
    'POST /api/treasury/mint',
    'POST /api/treasury/rounds',
  ])
})

test('these calls, and no others, are for moderators and for the desk', () => {
  expect(signaturesFor('moderator')).toEqual(['GET /api/reports', 'POST /api/reports/:id/decision'])
  expect(signaturesFor('desk')).toEqual(['POST /api/desk/members', 'POST /api/desk/codes', 'POST /api/desk/sessions'])
})

test('suspended members read, and make these calls and no others', () => {
  expect(ALL.filter(([, call]) => call.whileSuspended).map(([signature]) => signature)).toEqual([
    'PUT /api/users/profile',
    'PUT /api/users/upgrade/:userId',
    'POST /api/users/newsletterUpdate',
    'DELETE /api/products/:id',
    'PUT /api/orders/:id/pay',
    'PUT /api/orders/:id/deliver',
    'DELETE /api/orders/:id/pay',
    'DELETE /api/orders/:id/deliver',
    'POST /api/orders/:id/conclude',
    'POST /api/orders/:id/cancel',
    'POST /api/orders/:id/refund',
    'POST /api/payments/:id/return',
    'POST /api/users/signout',
    'POST /api/passkeys/options',
    'POST /api/passkeys',
    'PUT /api/passkeys/:id',
    'POST /api/passkeys/:id/remove',
    'POST /api/passkeys/confirmation',
    'POST /api/newsletter/leave',
    'POST /api/privacy/erase',
    'POST /api/notices/seen',
    'PUT /api/notices/preferences',
    'POST /api/push/remove',
    'POST /api/decisions/:id/objection',
    'POST /api/terms',
    'PUT /api/blocks/:userId',
    'DELETE /api/blocks/:userId',
  ])
})

test('the desk that acts for a member reads what is public, and makes these calls and no others', () => {
  expect(ALL.filter(([, call]) => call.atDesk).map(([signature]) => signature)).toEqual([
    'PUT /api/users/upgrade/:userId',
    'POST /api/products',
    'PUT /api/products/:id',
    'DELETE /api/products/:id',
    'POST /api/uploads/s3',
    'POST /api/payment',
    'POST /api/orders',
    'GET /api/orders/mine',
    'GET /api/orders',
    'GET /api/orders/:id',
    'PUT /api/orders/:id/pay',
    'PUT /api/orders/:id/deliver',
    'DELETE /api/orders/:id/pay',
    'DELETE /api/orders/:id/deliver',
    'POST /api/orders/:id/conclude',
    'POST /api/orders/:id/cancel',
    'POST /api/orders/:id/transfer',
    'POST /api/users/signout',
    'GET /api/notices',
    'GET /api/threads',
    'GET /api/threads/:id',
    'POST /api/threads',
    'POST /api/threads/:id/messages',
    'GET /api/wallet',
    'GET /api/wallet/balance',
    'GET /api/wallet/statement',
    'POST /api/wallet/transfers',
    'GET /api/wallet/transfers/:id',
    'GET /api/wallet/recipients/:username',
    'POST /api/wallet/requests',
    'GET /api/wallet/requests',
    'POST /api/wallet/requests/:id/pay',
    'POST /api/wallet/requests/:id/decline',
    'GET /api/desk/receipt',
  ])
})

test('a call that is not public answers 401 without a token, before it parses the body', async () => {
  const piazza = await aPiazza()
  const anyId = '01a1dd19-6ac6-7e41-9831-b41830232d98'
  const others = ALL.filter(([, call]) => call.audience !== 'public')
  const answers = await Promise.all(
    others.map(async ([signature]) => {
      const [method = '', path = ''] = signature.split(' ')
      const body = method === 'POST' || method === 'PUT' ? { body: { broken: true } } : {}
      const answer = await piazza.call(method, path.replace(/:\w+/, anyId), body)
      return { signature, status: answer.status, body: answer.body }
    }),
  )
  expect(answers).toEqual(
    others.map(([signature]) => ({ signature, status: 401, body: { message: 'Per continuare devi accedere.' } })),
  )
})

test('a member gets 403 for admin calls, an unverified member is told to open the mail', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  const unverified = await piazza.aMember({ verified: false })
  expect(await piazza.call('GET', '/api/users', { token: member.token })).toMatchObject({ status: 403 })
  const answer = await piazza.call('POST', '/api/products', { token: unverified.token, body: {} })
  expect(answer.status).toBe(403)
  expect(answer.body).toEqual({ message: expect.stringContaining('clicca sul link') })
})

test('the OpenAPI document describes every call', async () => {
  const piazza = await aPiazza()
  const { body } = await piazza.call('GET', '/api/docs/json')
  const { paths } = body as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(described).toHaveLength(ALL.length)
  expect(paths['/api/products']?.get).toMatchObject({ responses: { 200: expect.anything() } })
})
