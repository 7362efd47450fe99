import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { residentMegabytes } from '#bench/process.ts'
import { concurrently, retryOn503, tally } from '#test/attacks/concurrently.ts'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const HALF_SENT = size(250, 2_500)
const IDLE = size(2_000, 20_000)
// When there are more, the server closes those that wait for their next request.
const MOST_IDLE = 10_000
const REQUESTS = size(400, 4_000)
const PEOPLE = 4
const MAX_MEGABYTES = 400
const OPENED_AT_ONCE = 200
// A source address has some 28,000 ports.
const CONNECTIONS_PER_ADDRESS = 5_000

const KEPT_OPEN = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
const HALF =
  'POST /api/users/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{'

const aConnection = async (port: number, index: number, bytes: string): Promise<Socket> => {
  const localAddress = `127.0.1.${1 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`
  const connection = connect({ port, host: '127.0.0.1', localAddress })
  connection.on('error', () => undefined)
  await once(connection, 'connect')
  connection.write(bytes)
  return connection
}

/** Connections on which one request was answered, and that send nothing more. */
const idleConnections = async (port: number): Promise<Socket[]> => {
  const connections = await concurrently(IDLE, OPENED_AT_ONCE, async (index) => {
    const connection = await aConnection(port, index, KEPT_OPEN)
    await once(connection, 'data')
    return connection
  })
  onTestFinished(() => {
    for (const connection of connections) connection.destroy()
  })
  return connections
}

/** Connections with a request that never ends. One that the server has closed is opened again, until the test ends. */
const halfSentConnections = async (port: number): Promise<Set<Socket>> => {
  const open = new Set<Socket>()
  let isOver = false
  const add = async (index: number): Promise<void> => {
    const connection = await aConnection(port, IDLE + index, HALF)
    open.add(connection)
    connection.resume().once('close', () => {
      open.delete(connection)
      if (!isOver) add(index).catch(() => undefined)
    })
  }
  await concurrently(HALF_SENT, OPENED_AT_ONCE, add)
  onTestFinished(() => {
    isOver = true
    for (const connection of open) connection.destroy()
  })
  return open
}

test('people browse while thousands of connections are idle or half-sent', async ({ annotate }) => {
  const piazza = await aServerProcess()
  for (let number = 0; number < 12; number++) await piazza.aListing()
  const before = residentMegabytes(piazza.pid)
  const idle = await idleConnections(piazza.port)
  const halfSent = await halfSentConnections(piazza.port)
  const paths = ['/', '/api/products', '/search', '/tutti_noi', '/api/users/sellers']
  const times: number[] = []
  let memory = 0
  const statuses = await concurrently(REQUESTS, PEOPLE, async (index) => {
    const start = performance.now()
    const { status } = await retryOn503(() => piazza.call('GET', paths[index % paths.length] ?? '/'))
    times.push(performance.now() - start)
    memory = Math.max(memory, residentMegabytes(piazza.pid))
    return status
  })
  const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
  const stillIdle = idle.filter(({ destroyed }) => !destroyed).length
  await annotate(
    `${IDLE} connessioni ferme (${stillIdle} tenute aperte) e ${halfSent.size} a metà, ${REQUESTS} pagine e liste: p99 ${Math.round(p99)} ms, ` +
      `memoria da ${Math.round(before)} a ${Math.round(memory)} MB`,
  )
  expect(tally(statuses)).toEqual({ 200: REQUESTS })
  expect(stillIdle).toBeLessThanOrEqual(MOST_IDLE)
  expect(p99).toBeLessThan(HANGING_MS)
  expect(memory).toBeLessThan(MAX_MEGABYTES)
})
