import { expect, test } from 'vitest'
import { killWhileTrading } from '#test/faults/orders-kill.ts'

test('the server killed while members pay, order and hand over: everything happened, and happened once', async () => {
  const { found, wanted, died } = await killWhileTrading(3)
  expect(died).toBe(3)
  expect(found).toEqual(wanted)
}, 120_000)
