import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/pictures.ts'
import { LIMITS } from '#server/limits/limits.ts'
import { aBesieged } from '#test/attacks/besieged.ts'
import { race, tally } from '#test/attacks/race.ts'
import { aPiazza } from '#test/fixtures.ts'
import { size } from '#test/siege.ts'

const SLOWEST_MS = 2_000
const KIB = 1024

/** Lines on which a request begins and never ends; gone with the test. */
const slowLines = async (port: number, count: number): Promise<Socket[]> => {
  const lines = await race(count, 200, async () => {
    const line = connect({ port, host: '127.0.0.1' })
    line.on('error', () => undefined)
    await once(line, 'connect')
    line.write(
      'POST /api/users/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200\r\n',
    )
    return line
  })
  onTestFinished(() => {
    for (const line of lines) line.destroy()
  })
  return lines
}

test('thousands of slow lines keep nobody from browsing', async ({ annotate }) => {
  const count = size(5_000, 5_000)
  const piazza = await aBesieged()
  for (let number = 0; number < 12; number++) await piazza.aListing()
  const lines = await slowLines(piazza.port, count)
  // One byte at a time, as slow as they may.
  const drip = setInterval(() => {
    for (const line of lines) if (!line.destroyed) line.write('x')
  }, 1_000)
  onTestFinished(() => clearInterval(drip))
  const paths = ['/', '/api/products', '/tutti_noi', '/newsletter', '/api/users/sellers']
  const times: number[] = []
  const statuses = await race(size(100, 2_000), 4, async (index) => {
    const began = performance.now()
    const { status } = await piazza.call('GET', paths[index % paths.length] ?? '/')
    times.push(performance.now() - began)
    return status
  })
  const slowest = Math.max(...times)
  const open = lines.filter((line) => !line.destroyed).length
  await annotate(
    `${open} linee lente aperte, ${statuses.length} pagine e liste: la più lenta ${Math.round(slowest)} ms`,
  )
  expect(tally(statuses)).toEqual({ 200: statuses.length })
  expect(slowest).toBeLessThan(SLOWEST_MS)
})

test('a picture of a gigabyte is stopped within 64 KiB of what is allowed', async ({ annotate }) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const sockets: Socket[] = []
  piazza.app.server.on('connection', (socket) => sockets.push(socket))
  const line = connect({ port: Number(new URL(piazza.origin).port), host: '127.0.0.1' })
  line.on('error', () => undefined)
  line.write(
    `POST /api/uploads/s3 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: chunked\r\n` +
      'content-type: multipart/form-data; boundary=x\r\n\r\n',
  )
  const opening = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
  line.write(`${opening.length.toString(16)}\r\n${opening}\r\n`)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(64 * KIB, 'a'), Buffer.from('\r\n')])
  let sent = 0
  for (; sent < KIB ** 3 && !line.destroyed; sent += 64 * KIB) {
    if (!line.write(chunk)) await Promise.race([once(line, 'drain'), once(line, 'close')]).catch(() => undefined)
  }
  line.destroy()
  const read = sockets[0]?.bytesRead ?? 0
  await annotate(`letti ${read - MAX_UPLOAD_BYTES} byte oltre gli 8 MiB, di 1 GiB`)
  expect(read).toBeGreaterThan(MAX_UPLOAD_BYTES)
  expect(read).toBeLessThan(MAX_UPLOAD_BYTES + 64 * KIB + 8 * KIB)
  // Those who may not send pictures are not listened to for longer either.
  expect(sent).toBeLessThan(64 * KIB * KIB)
})

test('a storm of sign-ins is answered at once, by a refusal for most, and the list goes on', async ({ annotate }) => {
  const storm = size(600, 5_000)
  const piazza = await aBesieged()
  const { email } = await piazza.aMember()
  const times: number[] = []
  const storming = race(storm, 200, async (index) => {
    const headers = { 'x-forwarded-for': `10.1.${index % 250}.${Math.floor(index / 250)}` }
    const body = { email: index % 2 ? email : `${index}@esempio.test`, password: 'sbagliata' }
    const began = performance.now()
    const { status } = await piazza.call('POST', '/api/users/signin', { headers, body })
    times.push(performance.now() - began)
    return status
  })
  const browsing = race(size(50, 500), 2, async () => {
    const began = performance.now()
    const { status } = await piazza.call('GET', '/api/products')
    await sleep(10)
    return status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY
  })
  const [statuses, lists] = await Promise.all([storming, browsing])
  const slowest = { entering: Math.max(...times), browsing: Math.max(...lists) }
  await annotate(
    `${storm} accessi: ${JSON.stringify(tally(statuses))}, il più lento ${Math.round(slowest.entering)} ms; ` +
      `intanto l’elenco al più in ${Math.round(slowest.browsing)} ms`,
  )
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
  expect(slowest.browsing).toBeLessThan(SLOWEST_MS)
  expect(slowest.entering).toBeLessThan(2 * SLOWEST_MS)
})

test('limits hold to the second as the clock moves, per place and per account', async ({ annotate }) => {
  let now = new Date('2026-11-15T10:00:00Z')
  const piazza = await aPiazza({ clock: () => now })
  const { email } = await piazza.aMember()
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const enter = async (who: string, from: string) => {
    const headers = { 'x-forwarded-for': from }
    const body = { email: who, password: 'sbagliata' }
    const { status, headers: said } = await piazza.call('POST', '/api/users/signin', { headers, body })
    return { status, retryAfter: Number(said.get('retry-after')) }
  }
  const { times, seconds } = LIMITS.signInFromIpAsMember
  for (let time = 0; time < times; time++) expect((await enter(email, '203.0.113.1')).status).toBe(401)
  const refused = await enter(email, '203.0.113.1')
  expect(refused).toEqual({ status: 429, retryAfter: seconds / times })
  expect((await enter(email, '203.0.113.2')).status).toBe(401)
  later(refused.retryAfter - 1)
  expect((await enter(email, '203.0.113.1')).status).toBe(429)
  later(1)
  expect((await enter(email, '203.0.113.1')).status).toBe(401)
  // A clock that is set back gives nothing away, and locks nobody out for longer than the window.
  later(-2 * seconds)
  const behind = await enter(email, '203.0.113.1')
  expect([401, 429]).toContain(behind.status)
  later(4 * seconds)
  expect((await enter(email, '203.0.113.1')).status).toBe(401)
  await annotate(`${times} volte in ${seconds} s per luogo e socio, orologio avanti e indietro`)
})
