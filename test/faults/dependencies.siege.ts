import { expect, inject, test } from 'vitest'
import { aBesieged, type Besieged } from '#test/attacks/besieged.ts'
import { judge, recovery, timed, tryAll } from '#test/faults/breaking.ts'
import { aProxy, FAULTS } from '#test/faults/proxy.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { anS3Store } from '#test/s3-store.ts'

const asMember = (piazza: Besieged, path: string, token: string) => () => piazza.call('GET', path, { token })

test('a database that is refused, slow, hung or half closed: 503 in two seconds, back in five', async ({
  annotate,
}) => {
  const { host, port, user } = inject('databaseAddress')
  const line = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const piazza = await aBesieged({ PGHOST: '127.0.0.1', PGPORT: String(line.port), PGUSER: user })
  const { token } = await piazza.aMember()
  const ask = asMember(piazza, '/api/orders/mine', token)
  await annotate(await tryAll({ line, ask }))
  expect((await piazza.call('GET', '/readyz')).status).toBe(200)
})

test('a picture store that is refused, slow, hung or half closed: 503 in two seconds, back in five', async ({
  annotate,
}) => {
  const store = await anS3Store()
  const line = await aProxy({ port: Number(new URL(store.endpoint).port) })
  const piazza = await aBesieged({
    S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
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
  await annotate(await tryAll({ line, ask }))
})

test('a mail server that is refused, slow, hung or half closed: nobody waits for it, and mails leave in five seconds', async ({
  annotate,
}) => {
  const mails = await aMailServer()
  const line = await aProxy({ port: mails.port })
  const piazza = await aBesieged({
    SMTP_URL: `smtp://127.0.0.1:${line.port}`,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
  })
  const seen: string[] = []
  for (const [index, fault] of FAULTS.entries()) {
    await line.fail(fault)
    const email = `rosa-${index}@esempio.test`
    const asked = await timed(() => piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email } }))
    await expect
      .poll(async () => (await piazza.db`select from outbox where attempts > 0 and recipient = ${email}`).length, {
        timeout: 20_000,
      })
      .toBe(1)
    // A slow server that comes to itself goes on where it was; the others have forgotten us.
    await line.mend({ cutting: fault !== 'slow' && fault !== 'dripping' })
    const back = await recovery(async () => mails.arrived.some(({ to }) => to === email))
    seen.push(judge(fault, [asked], back))
    expect(asked.status).toBe(200)
    // The next fault is not to fall between the server's yes and the note of it.
    await expect
      .poll(async () => (await piazza.db`select from outbox where sent_at is null`).length, { timeout: 20_000 })
      .toBe(0)
  }
  expect(new Set(mails.arrived.map(({ messageId }) => messageId)).size).toBe(FAULTS.length)
  await annotate(seen.join('; '))
})
