import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { residentMegabytes } from '#bench/process.ts'
import { MAX_UPLOAD_BYTES } from '#domain/market/uploads.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { concurrently, retryOn503, tally } from '#test/attacks/concurrently.ts'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const KIB = 1024

/** Connections that send the head of a request and never its end. */
const slowConnections = async (port: number, count: number): Promise<Socket[]> => {
  const connections = await concurrently(count, 200, async () => {
    const connection = connect({ port, host: '127.0.0.1' })
    connection.on('error', () => undefined)
    await once(connection, 'connect')
    connection.write(
      'POST /api/users/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200\r\n',
    )
    return connection
  })
  onTestFinished(() => {
    for (const connection of connections) connection.destroy()
  })
  return connections
}

test('pages and lists are answered while thousands of slow connections are open', async ({ annotate }) => {
  const count = 5_000
  const piazza = await aServerProcess()
  for (let number = 0; number < 12; number++) await piazza.aListing()
  const connections = await slowConnections(piazza.port, count)
  // One byte per second keeps them open.
  const drip = setInterval(() => {
    for (const connection of connections) if (!connection.destroyed) connection.write('x')
  }, 1_000)
  onTestFinished(() => clearInterval(drip))
  const paths = ['/', '/api/products', '/tutti_noi', '/newsletter', '/api/users/sellers']
  const times: number[] = []
  const statuses = await concurrently(size(100, 2_000), 4, async (index) => {
    const start = performance.now()
    const { status } = await retryOn503(() => piazza.call('GET', paths[index % paths.length] ?? '/'))
    times.push(performance.now() - start)
    return status
  })
  const slowest = Math.max(...times)
  const open = connections.filter((connection) => !connection.destroyed).length
  await annotate(
    `${open} connessioni lente aperte, ${statuses.length} pagine e liste: la più lenta ${Math.round(slowest)} ms`,
  )
  expect(tally(statuses)).toEqual({ 200: statuses.length })
  expect(slowest).toBeLessThan(HANGING_MS)
})

test('an upload of a gigabyte is stopped within 64 KiB of the limit', async ({ annotate }) => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember()
  const sockets: Socket[] = []
  piazza.app.server.on('connection', (socket) => sockets.push(socket))
  const connection = connect({ port: Number(new URL(piazza.origin).port), host: '127.0.0.1' })
  connection.on('error', () => undefined)
  connection.write(
    `POST /api/uploads/s3 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: chunked\r\n` +
      'content-type: multipart/form-data; boundary=x\r\n\r\n',
  )
  const opening = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
  connection.write(`${opening.length.toString(16)}\r\n${opening}\r\n`)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(64 * KIB, 'a'), Buffer.from('\r\n')])
  let sent = 0
  for (; sent < KIB ** 3 && !connection.destroyed; sent += 64 * KIB) {
    if (!connection.write(chunk))
      await Promise.race([once(connection, 'drain'), once(connection, 'close')]).catch(() => undefined)
  }
  connection.destroy()
  const read = sockets[0]?.bytesRead ?? 0
  await annotate(`letti ${read - MAX_UPLOAD_BYTES} byte oltre gli 8 MiB, di 1 GiB`)
  expect(read).toBeGreaterThan(MAX_UPLOAD_BYTES)
  expect(read).toBeLessThan(MAX_UPLOAD_BYTES + 64 * KIB + 8 * KIB)
  expect(sent).toBeLessThan(64 * KIB * KIB)
})

/** Opens connections that send `bytes` and then nothing. */
const silentAfter = async (port: number, count: number, bytes: Buffer): Promise<Socket[]> => {
  const connections = await concurrently(count, 100, async () => {
    const connection = connect({ port, host: '127.0.0.1' })
    connection.on('error', () => undefined).resume()
    await once(connection, 'connect')
    connection.write(bytes)
    return connection
  })
  onTestFinished(() => {
    for (const connection of connections) connection.destroy()
  })
  return connections
}
const openIn = (connections: Socket[]) => connections.filter(({ destroyed }) => !destroyed).length

test('half-sent uploads take little memory, and their files are gone when they end', async ({ annotate }) => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-half-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const piazza = await aServerProcess({ TMPDIR: folder })
  const members = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  const before = residentMegabytes(piazza.pid)
  const sent = members.map(({ token }) => {
    const head =
      `POST /api/uploads/s3 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: ${MAX_UPLOAD_BYTES}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
    return silentAfter(piazza.port, 50, Buffer.concat([Buffer.from(head), Buffer.alloc(MAX_UPLOAD_BYTES - 64 * KIB)]))
  })
  const connections = (await Promise.all(sent)).flat()
  const spooled = async () => {
    const files = await readdir(folder)
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(folder, file)).catch(() => undefined))?.size ?? 0),
    )
    return sizes.reduce((sum, bytes) => sum + bytes, 0) / KIB ** 2
  }
  // Uploads over the limits are refused and closed; the others have been received as far as they were sent.
  await expect.poll(() => openIn(connections), { timeout: 60_000 }).toBeLessThanOrEqual(3 * 4)
  const during = residentMegabytes(piazza.pid)
  const onDisk = await spooled()
  expect(onDisk).toBeLessThanOrEqual(3 * 24 + 1)
  expect((await piazza.call('GET', '/api/products')).status).toBe(200)
  for (const connection of connections) connection.destroy()
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 15_000 }).toBe(0)
  await annotate(
    `150 caricamenti a metà di 3 soci: ${Math.round(during - before)} MB di memoria in più, ${Math.round(onDisk)} MB su disco, poi 0`,
  )
  expect(during - before).toBeLessThan(200)
})

test('thousands of half-sent bodies, too large for a visitor, take little memory and are closed after seconds', async ({
  annotate,
}) => {
  const piazza = await aServerProcess()
  const before = residentMegabytes(piazza.pid)
  const head = 'POST /api/users/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: '
  const start = performance.now()
  const count = 2_500
  const connections = await silentAfter(
    piazza.port,
    count,
    Buffer.concat([Buffer.from(`${head}262000\r\n\r\n`), Buffer.alloc(255 * KIB, 'a')]),
  )
  const during = residentMegabytes(piazza.pid)
  expect((await piazza.call('GET', '/api/products')).status).toBe(200)
  await expect.poll(() => openIn(connections), { timeout: 60_000 }).toBe(0)
  const seconds = (performance.now() - start) / 1_000
  await annotate(
    `${count} connessioni con 255 kB a metà: ${Math.round(during - before)} MB in più, tutte chiuse dopo ${seconds.toFixed(1)} s`,
  )
  expect(during - before).toBeLessThan(200)
})

test('during a flood of sign-ins the list is answered, and the sign-ins are checked or refused', async ({
  annotate,
}) => {
  const signIns = size(600, 5_000)
  const piazza = await aServerProcess()
  const { email } = await piazza.aMember()
  const times: number[] = []
  const floodStart = performance.now()
  let floodMs = 0
  const flood = concurrently(signIns, 200, async (index) => {
    const headers = { 'x-forwarded-for': `10.1.${index % 250}.${Math.floor(index / 250)}` }
    const body = { email: index % 2 ? email : `${index}@esempio.test`, password: 'sbagliata' }
    const start = performance.now()
    const { status } = await piazza.call('POST', '/api/users/signin', { headers, body })
    times.push(performance.now() - start)
    return status
  }).finally(() => {
    floodMs = performance.now() - floodStart
  })
  const browsing = concurrently(size(50, 500), 2, async () => {
    const start = performance.now()
    const { status } = await retryOn503(() => piazza.call('GET', '/api/products'))
    await sleep(10)
    return status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY
  })
  const [statuses, lists] = await Promise.all([flood, browsing])
  const slowest = { entering: Math.max(...times), browsing: Math.max(...lists) }
  await annotate(
    `${signIns} accessi: ${JSON.stringify(tally(statuses))}, il più lento ${Math.round(slowest.entering)} ms; ` +
      `intanto l’elenco al più in ${Math.round(slowest.browsing)} ms`,
  )
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
  // The list does not wait for the queue of sign-ins, however fast the machine is.
  expect(slowest.browsing).toBeLessThan(Math.min(floodMs, HANGING_MS))
  expect(slowest.entering).toBeLessThan(HANGING_MS)
})

test('rate limits per address and account are exact as the clock moves', async ({ annotate }) => {
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
  // A clock set back resets no limit and locks out no longer than the window.
  later(-2 * seconds)
  const behind = await enter(email, '203.0.113.1')
  expect([401, 429]).toContain(behind.status)
  later(4 * seconds)
  expect((await enter(email, '203.0.113.1')).status).toBe(401)
  await annotate(`${times} volte in ${seconds} s per luogo e socio, orologio avanti e indietro`)
})
