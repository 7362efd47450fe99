import { expect, test } from 'vitest'
import { z } from 'zod'
import type { CallShape } from '#domain/base/call.schema.ts'
import { calls } from '#domain/calls.ts'
import { aPiazza } from '#test/fixtures.ts'

const ALL: [string, CallShape][] = Object.entries(calls)
/** Sorted, because the order of the calls has no meaning. */
const signaturesOf = (isWanted: (call: CallShape) => boolean): string[] =>
  ALL.filter(([, call]) => isWanted(call))
    .map(([signature]) => signature)
    .toSorted()
const signaturesFor = (audience: string) => signaturesOf((call) => call.audience === audience)

test('there are the 34 calls of the specification', () => {
  const specified = [
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
  ]
  expect(specified).toHaveLength(34)
  expect(Object.keys(calls)).toEqual(expect.arrayContaining(specified))
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
    'GET /api/config/google',
    'GET /api/currency',
    'GET /api/currency/balances.csv',
    'GET /api/currency/days.csv',
    'GET /api/currency/rounds',
    'GET /api/freshness/:code',
    'GET /api/pages/:page',
    'GET /api/places',
    'GET /api/places/nearest',
    'GET /api/products',
    'GET /api/products/:id',
    'GET /api/products/categories',
    'GET /api/products/suggestions',
    'GET /api/replies/:code',
    'GET /api/users/:id',
    'GET /api/users/:id/feedback',
    'GET /api/users/sellers',
    'GET /api/users/top-sellers',
    'POST /api/freshness/:code',
    'POST /api/newsletter/leave/:code',
    'POST /api/notices/leave/:code',
    'POST /api/passkeys/signin',
    'POST /api/passkeys/signin/options',
    'POST /api/products/:id/views',
    'POST /api/replies/:code',
    'POST /api/reports',
    'POST /api/searches/missed',
    'POST /api/users/invitation/:id',
    'POST /api/users/new-email/:id',
    'POST /api/users/newsletter',
    'POST /api/users/newsletterVerify',
    'POST /api/users/password-recovery',
    'POST /api/users/password-replacement',
    'POST /api/users/register',
    'POST /api/users/restore/:id',
    'POST /api/users/signin',
    'POST /api/users/verification',
    'POST /api/users/verification/:id',
  ])
})

test('these calls, and no others, are for admins', () => {
  expect(signaturesFor('admin')).toEqual([
    'DELETE /api/currency/rounds/:date',
    'DELETE /api/newsletters/:id',
    'DELETE /api/orders/:id',
    'DELETE /api/synonyms/:id',
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/sessions',
    'DELETE /api/users/:id/suspension',
    'GET /api/audit',
    'GET /api/dashboard',
    'GET /api/decisions',
    'GET /api/export/listings.csv',
    'GET /api/export/members.csv',
    'GET /api/export/movements.csv',
    'GET /api/export/orders.csv',
    'GET /api/newsletters',
    'GET /api/newsletters/:id',
    'GET /api/orders/:id/messages',
    'GET /api/searches/sought',
    'GET /api/settings',
    'GET /api/status',
    'GET /api/synonyms',
    'GET /api/treasury',
    'GET /api/treasury/history',
    'GET /api/treasury/recipients/:username',
    'GET /api/users',
    'GET /api/users/:id/sessions',
    'GET /api/welcome',
    'POST /api/backups',
    'POST /api/currency/rounds',
    'POST /api/decisions/:id/review',
    'POST /api/members/import',
    'POST /api/newsletters',
    'POST /api/newsletters/:id/send',
    'POST /api/newsletters/:id/test',
    'POST /api/orders/:id/settle',
    'POST /api/synonyms',
    'POST /api/treasury/gifts',
    'POST /api/treasury/gifts/:id/approve',
    'POST /api/treasury/gifts/:id/revoke',
    'POST /api/treasury/gifts/import',
    'POST /api/treasury/mint',
    'POST /api/welcome/:id',
    'PUT /api/desk/members/:id/card',
    'PUT /api/newsletters/:id',
    'PUT /api/pages/:page',
    'PUT /api/settings',
    'PUT /api/users/:id',
    'PUT /api/users/:id/suspension',
  ])
})

test('these calls, and no others, are for moderators and for the desk', () => {
  expect(signaturesFor('moderator')).toEqual(['GET /api/reports', 'POST /api/reports/:id/decision'])
  expect(signaturesFor('desk')).toEqual([
    'GET /api/desk/news',
    'POST /api/desk/codes',
    'POST /api/desk/members',
    'POST /api/desk/sessions',
  ])
})

test('suspended members read, and make these calls and no others', () => {
  expect(signaturesOf((call) => call.whileSuspended === true)).toEqual([
    'DELETE /api/blocks/:userId',
    'DELETE /api/orders/:id/deliver',
    'DELETE /api/orders/:id/handover',
    'DELETE /api/orders/:id/pay',
    'DELETE /api/orders/:id/problem',
    'DELETE /api/products/:id',
    'POST /api/decisions/:id/objection',
    'POST /api/newsletter/leave',
    'POST /api/notices/seen',
    'POST /api/orders/:id/cancel',
    'POST /api/orders/:id/conclude',
    'POST /api/orders/:id/handover',
    'POST /api/orders/:id/problem',
    'POST /api/orders/:id/refund',
    'POST /api/passkeys',
    'POST /api/passkeys/:id/remove',
    'POST /api/passkeys/confirmation',
    'POST /api/passkeys/options',
    'POST /api/payments/:id/return',
    'POST /api/privacy/erase',
    'POST /api/push/remove',
    'POST /api/terms',
    'POST /api/threads',
    'POST /api/threads/:id/messages',
    'POST /api/users/newsletterUpdate',
    'POST /api/users/signout',
    'POST /api/wallet/requests/:id/withdraw',
    'PUT /api/blocks/:userId',
    'PUT /api/notices/preferences',
    'PUT /api/orders/:id/deliver',
    'PUT /api/orders/:id/pay',
    'PUT /api/passkeys/:id',
    'PUT /api/users/profile',
    'PUT /api/users/upgrade/:userId',
  ])
})

test('the desk that acts for a member reads what is public, and makes these calls and no others', () => {
  expect(signaturesOf((call) => call.atDesk === true)).toEqual([
    'DELETE /api/orders/:id/deliver',
    'DELETE /api/orders/:id/handover',
    'DELETE /api/orders/:id/pay',
    'DELETE /api/orders/:id/problem',
    'DELETE /api/products/:id',
    'GET /api/desk/receipt',
    'GET /api/notices',
    'GET /api/orders',
    'GET /api/orders/:id',
    'GET /api/orders/mine',
    'GET /api/products/affordable',
    'GET /api/threads',
    'GET /api/threads/:id',
    'GET /api/wallet',
    'GET /api/wallet/balance',
    'GET /api/wallet/recipients',
    'GET /api/wallet/recipients/:username',
    'GET /api/wallet/requests',
    'GET /api/wallet/statement',
    'GET /api/wallet/transfers/:id',
    'POST /api/notices/seen',
    'POST /api/orders',
    'POST /api/orders/:id/accept',
    'POST /api/orders/:id/cancel',
    'POST /api/orders/:id/conclude',
    'POST /api/orders/:id/handover',
    'POST /api/orders/:id/problem',
    'POST /api/orders/:id/propose',
    'POST /api/orders/:id/transfer',
    'POST /api/payment',
    'POST /api/products',
    'POST /api/threads',
    'POST /api/threads/:id/messages',
    'POST /api/uploads/s3',
    'POST /api/users/signout',
    'POST /api/wallet/requests',
    'POST /api/wallet/requests/:id/decline',
    'POST /api/wallet/requests/:id/pay',
    'POST /api/wallet/requests/:id/withdraw',
    'POST /api/wallet/transfers',
    'PUT /api/orders/:id/deliver',
    'PUT /api/orders/:id/pay',
    'PUT /api/products/:id',
    'PUT /api/users/upgrade/:userId',
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
