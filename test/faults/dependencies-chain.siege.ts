import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/errors.ts'
import type { Chain } from '#server/chain/client.ts'
import { aBesieged, type Besieged } from '#test/attacks/besieged.ts'
import { judge, type Line, recovery, timed } from '#test/faults/breaking.ts'
import { killChain, signalChain } from '#test/faults/chain-kill.ts'
import { aChainNode } from '#test/faults/chain-node.ts'
import { aDeal, PRICE, PURSE, watch } from '#test/faults/deal.ts'
import { aProxy, FAULTS, type Fault } from '#test/faults/proxy.ts'

/** Payments before, in and after each fault: whoever asks is answered in time, and each is made exactly once. */
const payThrough = async (piazza: Besieged, chain: Chain, line: Line, faults: readonly Fault[]): Promise<string> => {
  const { buyer, seller, orders, statement, pay } = await aDeal(piazza, chain)
  const isPaid = async (key: string) => ((await pay(key)).body as { status: string }).status === 'confirmed'
  const seen: string[] = []
  for (const fault of faults) {
    const caughtInIt = timed(() => pay(`just before ${fault}`))
    await line.fail(fault)
    const [others, ...answers] = await Promise.all([
      timed(orders),
      ...[statement, statement, () => pay(`in ${fault}`), () => pay(`in ${fault}`)].map(timed),
      caughtInIt,
    ])
    answers.push(await timed(statement))
    await line.mend()
    const works = async () => (await statement()).status === 200 && (await isPaid(`in ${fault}`))
    seen.push(judge(fault, [...answers, others], await recovery(works)))
    expect(others.status, 'what needs no chain goes on').toBe(200)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) expect([status, body]).toEqual([503, { message: MESSAGES.chainAway }])
    if (fault === 'hung') expect(refused.length, seen.at(-1)).toBeGreaterThan(0)
    await expect.poll(() => isPaid(`just before ${fault}`), { timeout: 10_000 }).toBe(true)
  }
  const transfers = await piazza.db`select amount, state from chain_transaction where sender = ${buyer.account}`
  const payments = 2 * faults.length
  expect([...transfers]).toEqual(Array(payments).fill({ amount: PRICE, state: 'confirmed' }))
  expect(await chain.balanceOf(seller.account)).toBe(payments * PRICE)
  expect(await chain.balanceOf(buyer.account)).toBe(PURSE - payments * PRICE)
  return `${payments} pagamenti, una volta ciascuno; ${seen.join('; ')}`
}

test('a chain of one’s own that hangs or dies: 503 in two seconds, back in five, each payment made once', async ({
  annotate,
}) => {
  const piazza = await aBesieged({ NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' })
  const line: Line = {
    fail: async (fault) => {
      const struck = fault === 'hung' ? signalChain(piazza.dataDir, 'SIGSTOP') : killChain(piazza.dataDir)
      expect(struck).toBe(1)
    },
    mend: async () => void signalChain(piazza.dataDir, 'SIGCONT'),
  }
  const chain = await watch(piazza.dataDir)
  await annotate(await payThrough(piazza, chain, line, ['hung', 'refused']))
})

test('a node that is refused, slow, hung or half closed: 503 in two seconds, back in five, each payment made once', async ({
  annotate,
}) => {
  const node = await aChainNode()
  const line = await aProxy({ port: node.port })
  const free = { NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' }
  const piazza = await aBesieged({ ...free, ...node.environment(line.port) })
  const chain = await watch('/nowhere', node.settings)
  await annotate(await payThrough(piazza, chain, line, FAULTS))
})
