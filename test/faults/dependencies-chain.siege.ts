import { expect, test, vi } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { aServerProcess, type ServerProcess } from '#test/attacks/server-process.ts'
import { killChain, signalChain } from '#test/faults/chain-kill.ts'
import { aChainNode } from '#test/faults/chain-node.ts'
import { type BreakableConnection, checkFault, timed, timeToRecover } from '#test/faults/fault-checks.ts'
import { aProxy, FAULTS, type Fault } from '#test/faults/proxy.ts'
import { aTrade, BUYER_BALANCE, connectDirectly, PRICE } from '#test/faults/trade.ts'

/** Pays before, during and after each fault: every request is answered in time, and each payment is made exactly once. */
const payThrough = async (
  piazza: ServerProcess,
  chain: Chain,
  connection: BreakableConnection,
  faults: readonly Fault[],
): Promise<string> => {
  const { buyer, seller, orders, statement, pay } = await aTrade(piazza, chain)
  const isPaid = async (key: string) => ((await pay(key)).body as { status: string }).status === 'confirmed'
  const seen: string[] = []
  for (const fault of faults) {
    const startedBefore = timed(() => pay(`just before ${fault}`))
    await connection.fail(fault)
    const [others, ...answers] = await Promise.all([
      timed(() => retryOn503(orders)),
      ...[statement, statement, () => pay(`in ${fault}`), () => pay(`in ${fault}`)].map(timed),
      startedBefore,
    ])
    answers.push(await timed(statement))
    await connection.restore()
    const works = async () => (await statement()).status === 200 && (await isPaid(`in ${fault}`))
    seen.push(checkFault(fault, [...answers, others], await timeToRecover(works)))
    // Asked again while the server is busy, until the connection was restored: they do not wait for the chain.
    expect(others.status, 'calls without the chain go on').toBe(200)
    const refused = answers.filter(({ status }) => status >= 300)
    for (const { status, body } of refused)
      expect([status, body]).toEqual([503, { message: MESSAGES.chainUnavailable }])
    if (fault === 'hung') expect(refused.length, seen.at(-1)).toBeGreaterThan(0)
    await expect.poll(() => isPaid(`just before ${fault}`), { timeout: 60_000 }).toBe(true)
  }
  const transfers = await piazza.db.query(
    sql`select amount, state from chain_transaction where sender = ${buyer.account}`,
  )
  const payments = 2 * faults.length
  expect([...transfers]).toEqual(Array(payments).fill({ amount: PRICE, state: 'confirmed' }))
  const balances = () => Promise.all([seller, buyer].map(({ account }) => chain.balanceOf(account)))
  expect(await vi.waitFor(balances, 60_000)).toEqual([payments * PRICE, BUYER_BALANCE - payments * PRICE])
  return `${payments} pagamenti, una volta ciascuno; ${seen.join('; ')}`
}

test('embedded chain hangs or dies: answered with 503, works again by itself, each payment made once', async ({
  annotate,
}) => {
  const piazza = await aServerProcess({ NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' })
  const connection: BreakableConnection = {
    fail: async (fault) => {
      const struck = fault === 'hung' ? signalChain(piazza.dataDir, 'SIGSTOP') : killChain(piazza.dataDir)
      expect(struck).toBe(1)
    },
    restore: async () => void signalChain(piazza.dataDir, 'SIGCONT'),
  }
  const chain = await connectDirectly(piazza.dataDir)
  await annotate(await payThrough(piazza, chain, connection, ['hung', 'refused']))
})

test('chain node refuses, is slow, hangs or half-closes: answered with 503, works again by itself, each payment made once', async ({
  annotate,
}) => {
  const node = await aChainNode()
  const connection = await aProxy({ port: node.port })
  const free = { NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' }
  const piazza = await aServerProcess({ ...free, ...node.environment(connection.port) })
  const chain = await connectDirectly('/nowhere', node.settings)
  await annotate(await payThrough(piazza, chain, connection, FAULTS))
})
