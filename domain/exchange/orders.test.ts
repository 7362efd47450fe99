import { expect, test } from 'vitest'
import { canSendSecondMail, isFinished, mustStayOpen, ORDER_STATES } from '#domain/exchange/orders.ts'
import { SECTIONS } from '#domain/market/listings.ts'
import { aRuledOrder, VIEWERS } from '#test/ruled-orders.ts'

test('only the requester may send the second mail, once', () => {
  for (const kind of SECTIONS) {
    const unsent = { ...aRuledOrder(kind, 'sent'), secondMailSent: false }
    const allowed = Object.entries(VIEWERS).filter(([, viewer]) => canSendSecondMail(unsent, viewer))
    expect(allowed.map(([role]) => role)).toEqual(['requester'])
    expect(canSendSecondMail({ ...unsent, secondMailSent: true }, VIEWERS.requester)).toBe(false)
  }
})

test('an exchange is finished when delivered, or concluded after the owner acted', () => {
  const finished = (answered: boolean) => ORDER_STATES.filter((state) => isFinished({ state, answered }))
  expect(finished(true)).toEqual(['delivered', 'concluded'])
  expect(finished(false)).toEqual(['delivered'])
})

test('blocking or suspending a party does not cut an open request in which VAL moved', () => {
  const payment = { status: 'confirmed', returned: false, returnStatus: null } as const
  const staying = (payments: Parameters<typeof mustStayOpen>[0]['payment']) =>
    ORDER_STATES.filter((state) => mustStayOpen({ state, payment: payments }))
  expect(staying(null)).toEqual([])
  expect(staying({ ...payment, status: 'failed' })).toEqual([])
  expect(staying({ ...payment, returned: true, returnStatus: 'confirmed' })).toEqual([])
  expect(staying(payment)).toEqual(['sent', 'agreed', 'paid'])
})
