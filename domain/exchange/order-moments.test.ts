import { expect, test } from 'vitest'
import { momentOf } from '#domain/exchange/order-moments.ts'
import { anOrder, DAY, NOW, payment } from '#test/shown-orders.ts'

const stagesOf = (...order: Parameters<typeof anOrder>) =>
  ['rosa', 'ugo'].map((id) => momentOf(anOrder(...order), id, NOW)?.stage)

test('each good step of a request is told to those it concerns', () => {
  expect(stagesOf('offro', 'sent')).toEqual(['sent', undefined])
  expect(stagesOf('offro', 'sent', { answered: true })).toEqual([undefined, undefined])
  expect(stagesOf('offro', 'agreed')).toEqual(['agreed', 'agreed'])
  expect(stagesOf('avviso', 'agreed')).toEqual(['agreed', undefined])
  expect(stagesOf('offro', 'agreed', { payment })).toEqual(['agreed', 'received'])
  expect(stagesOf('cerco', 'agreed', { payment })).toEqual(['received', 'agreed'])
  expect(stagesOf('offro', 'delivered', { payment })).toEqual(['finished', 'finished'])
  expect(stagesOf('propongo', 'concluded')).toEqual(['finished', 'finished'])
})

test('nothing is told of VAL on their way or returned, of problems, of ends without an exchange, and of old steps', () => {
  expect(stagesOf('offro', 'agreed', { payment: { ...payment, status: 'pending' } })).toEqual(['agreed', 'agreed'])
  const returned = { ...payment, returned: true, returnStatus: 'confirmed' } as const
  expect(stagesOf('offro', 'closed', { payment: returned })).toEqual([undefined, undefined])
  const problem = { by: 'rosa', text: 'È rotto', at: DAY }
  expect(stagesOf('offro', 'agreed', { problem })).toEqual([undefined, undefined])
  expect(stagesOf('offro', 'expired')).toEqual([undefined, undefined])
  expect(stagesOf('propongo', 'concluded', { answered: false })).toEqual([undefined, undefined])
  const later = new Date(NOW.getTime() + 4 * 24 * 60 * 60 * 1000)
  expect(momentOf(anOrder('offro', 'sent'), 'rosa', later)).toBeUndefined()
})
