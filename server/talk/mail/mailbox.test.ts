import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: 's'.repeat(32),
  WALLET_SECRET: 's'.repeat(32),
  PUBLIC_URL: 'https://piazza.example',
  SMTP_URL: 'none',
}

const subscribe = { body: { name: '<b>Rosa</b>', email: 'rosa@esempio.test' } }

test('during development /posta shows the mails, as text and as HTML without scripts', async () => {
  const piazza = await anOwnPiazza()
  expect((await piazza.call('GET', '/posta')).text).toContain('Nessun messaggio')
  await piazza.call('POST', '/api/users/newsletter', subscribe)
  const list = await piazza.call('GET', '/posta')
  const [, path = ''] = /href="(\/posta\/\d+)"/.exec(list.text) ?? []
  expect(list.text).toContain('rosa@esempio.test')
  const mail = await piazza.call('GET', path)
  expect(mail.text).toContain('Ciao &lt;b&gt;Rosa&lt;/b&gt;,')
  expect(mail.text).toMatch(/<a href="http:\/\/localhost:3000\/newsletter\/[^"]+">/)
  const html = await piazza.call('GET', `${path}/html`)
  expect(html.text).not.toContain('<b>Rosa')
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(html.headers.get('content-security-policy')).not.toContain('script')
  for (const unknown of ['/posta/999', '/posta/x', '/posta/99999999999999999999'])
    expect((await piazza.call('GET', unknown)).status).toBe(404)
})

test.each([
  ['in production', PRODUCTION],
  ['with an SMTP server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
])('/posta does not exist %s', async (_when, env) => {
  const piazza = await aPiazza({ env })
  await piazza.call('POST', '/api/users/newsletter', subscribe)
  for (const path of ['/posta', '/posta/1', '/posta/1/html']) expect((await piazza.call('GET', path)).status).toBe(404)
})

test('with an SMTP server mails are sent to it, and closing waits for those in progress', async () => {
  const reached = Promise.withResolvers<void>()
  const accept = Promise.withResolvers<undefined>()
  const server = await aMailServer({
    afterData: () => {
      reached.resolve()
      return accept.promise
    },
  })
  const piazza = await aPiazza({ env: { SMTP_URL: server.url, MAIL_FROM: 'Borgo <ciao@borgo.example>' } })
  await piazza.call('POST', '/api/users/newsletter', subscribe)
  await reached.promise
  const closed = piazza.app.close()
  accept.resolve(undefined)
  await closed
  expect(server.arrived).toMatchObject([
    { to: 'rosa@esempio.test', raw: expect.stringContaining('From: Borgo <ciao@borgo.example>') },
  ])
  expect(await piazza.db.query(sql`select text from mail where sent_at is not null`)).toEqual([{ text: '' }])
})
