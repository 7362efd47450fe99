import { expect, inject, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aServerProcess, type ServerProcess } from '#test/attacks/server-process.ts'
import { checkAllFaults, checkFault, timed, timeToRecover } from '#test/faults/fault-checks.ts'
import { aProxy, FAULTS } from '#test/faults/proxy.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { anS3Store } from '#test/s3-store.ts'
import { HANGING_MS } from '#test/siege.ts'

const asMember = (piazza: ServerProcess, path: string, token: string) => () => piazza.call('GET', path, { token })

test('database refuses, is slow, hangs or half-closes: answered with 503, works again by itself', async ({
  annotate,
}) => {
  const { host, port, user } = inject('databaseAddress')
  const connection = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const piazza = await aServerProcess({ PGHOST: '127.0.0.1', PGPORT: String(connection.port), PGUSER: user })
  const { token } = await piazza.aMember()
  const ask = asMember(piazza, '/api/orders/mine', token)
  await annotate(await checkAllFaults({ connection, ask }))
  await expect.poll(async () => (await piazza.call('GET', '/readyz')).status, { timeout: HANGING_MS }).toBe(200)
})

test('while the database is away pages answer 503 with a page that says so, and are not stored', async ({
  annotate,
}) => {
  const { host, port, user } = inject('databaseAddress')
  const connection = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const env = { PGHOST: '127.0.0.1', PGPORT: String(connection.port), PGUSER: user, CACHE_MB: '0' }
  const piazza = await aServerProcess(env)
  const { id, seller } = await piazza.aListing()
  const texts = ['/condizioni', '/contatti', '/note-legali']
  const paths = ['/', '/search/name/pane', `/product/${id}`, `/seller/${seller.id}`, '/tutti_noi', '/moneta', ...texts]
  for (const fault of ['refused', 'hung'] as const) {
    await connection.fail(fault)
    for (const path of paths) {
      const { status, headers, text, milliseconds } = await timed(() => piazza.call('GET', path))
      const seen = { status, type: headers.get('content-type'), store: headers.get('cache-control') }
      expect(seen, `${fault} ${path}`).toEqual({ status: 503, type: 'text/html; charset=utf-8', store: 'no-store' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(text).toContain('Riprova')
      expect(milliseconds).toBeLessThan(HANGING_MS)
    }
    expect((await piazza.call('GET', '/privacy')).status).toBe(200)
    await connection.restore()
    const works = async () => (await piazza.call('GET', '/')).status === 200
    checkFault(fault, [], await timeToRecover(works))
  }
  await annotate(`${paths.length} pagine, senza database e con uno che non risponde`)
})

test('picture store refuses, is slow, hangs or half-closes: answered with 503, works again by itself', async ({
  annotate,
}) => {
  const store = await anS3Store()
  const connection = await aProxy({ port: Number(new URL(store.endpoint).port) })
  const piazza = await aServerProcess({
    S3_ENDPOINT: `http://127.0.0.1:${connection.port}`,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
  })
  const { token } = await piazza.aMember()
  const picture = await aPictureFile({ width: 40, height: 30 })
  const ask = () => sendPicture(piazza.origin, token, picture)
  await annotate(await checkAllFaults({ connection, ask }))
})

test('mail server refuses, is slow, hangs or half-closes: requests do not wait for it, mails are sent after its return', async ({
  annotate,
}) => {
  const mails = await aMailServer()
  const connection = await aProxy({ port: mails.port })
  const piazza = await aServerProcess({
    SMTP_URL: `smtp://127.0.0.1:${connection.port}`,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
  })
  const seen: string[] = []
  for (const [index, fault] of FAULTS.entries()) {
    await connection.fail(fault)
    const email = `rosa-${index}@esempio.test`
    const asked = await timed(() => piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email } }))
    await expect
      .poll(
        async () => (await piazza.db.query(sql`select from mail where attempts > 0 and recipient = ${email}`)).length,
        {
          timeout: 60_000,
        },
      )
      .toBe(1)
    // A slow server continues its connections; after the other faults they are gone.
    await connection.restore({ cutting: fault !== 'slow' && fault !== 'dripping' })
    const back = await timeToRecover(async () => mails.arrived.some(({ to }) => to === email))
    seen.push(checkFault(fault, [asked], back))
    expect(asked.status).toBe(200)
    // The next fault must not fall between the server's acceptance and the update of the row.
    await expect
      .poll(async () => (await piazza.db.query(sql`select from mail where sent_at is null`)).length, {
        timeout: 60_000,
      })
      .toBe(0)
  }
  expect(new Set(mails.arrived.map(({ messageId }) => messageId)).size).toBe(FAULTS.length)
  await annotate(seen.join('; '))
})
