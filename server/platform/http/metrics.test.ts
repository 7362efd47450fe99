import { expect, test } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

test('healthz and readyz answer 200 while the database answers', async () => {
  const piazza = await anOwnPiazza()
  expect(await piazza.call('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await piazza.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('without the database healthz answers 200 and readyz 503 with the failing part', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing')
  const piazza = await aPiazza({ db: nowhere })
  expect(await piazza.call('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await piazza.call('GET', '/readyz')).toMatchObject({ status: 503, body: { failing: ['database'] } })
  const list = await piazza.call('GET', '/api/products')
  expect(list.status).toBe(503)
  expect(list.headers.get('retry-after')).toBe('5')
  await nowhere.close()
})

test('metrics count responses by route', async () => {
  const piazza = await anOwnPiazza()
  await piazza.call('GET', '/api/products')
  const { status, text } = await piazza.call('GET', '/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/products",status="200"\} 1$/m)
  expect(text).toMatch(
    /http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/products",status="200"\} 1$/m,
  )
  expect(text).toMatch(/^# TYPE http_request_duration_seconds histogram$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
})

test('metrics are hidden from requests through a proxy without the token', async () => {
  const piazza = await anOwnPiazza()
  const answer = await fetch(`${piazza.origin}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(answer.status).toBe(404)
})

test('in production metrics need the token, also from this machine', async () => {
  const token = 'a token of metrics'
  const secrets = { AUTH_SECRET: 's'.repeat(32), WALLET_SECRET: 's'.repeat(32), METRICS_TOKEN: token }
  const env = { ...secrets, NODE_ENV: 'production', PUBLIC_URL: 'https://piazza.example', SMTP_URL: 'none' }
  const { origin } = await aPiazza({ env })
  expect((await fetch(`${origin}/metrics`)).status).toBe(404)
  expect((await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer another' } })).status).toBe(404)
  expect((await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('while the server drains, readyz answers 503, and other requests are answered and end their connection', async () => {
  const piazza = await anOwnPiazza()
  piazza.app.drain.start()
  expect(await piazza.call('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } })
  const { status, headers } = await piazza.call('GET', '/api/products')
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
})
