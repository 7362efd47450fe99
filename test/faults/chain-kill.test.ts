import { expect, test } from 'vitest'
import { killWhilePaying } from '#test/faults/chain-kill.ts'
import { expectedBalances, SUPPLY } from '#test/faults/chain-plan.ts'

test('killing server and chain during transfers loses or creates no VAL, and makes each transfer once', {
  tags: 'slow',
  timeout: 900_000,
}, async () => {
  const { count, chainKills, acknowledgedTwice } = await killWhilePaying(60, 6)
  expect(chainKills).toBeGreaterThan(0)
  expect(acknowledgedTwice).toEqual([])
  expect(count.supply).toBe(SUPPLY)
  expect(count.balances).toEqual(expectedBalances(60))
  expect(count.nonces.reduce((sum, nonce) => sum + nonce, 0)).toBe(60)
})
