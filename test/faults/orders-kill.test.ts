import { expect, test } from 'vitest'
import { killWhileTrading } from '#test/faults/orders-kill.ts'

test('the server killed while members pay, order and hand over: everything happened, and happened once', async () => {
  const { found, wanted, deaths } = await killWhileTrading({ kills: 3, victims: [['server']] })
  expect(deaths.server).toBe(3)
  expect(found).toEqual(wanted)
}, 120_000)
