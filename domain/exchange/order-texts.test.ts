import { expect, test } from 'vitest'
import {
  actionText,
  dueText,
  itemNames,
  nextText,
  stateText,
  stepsOf,
  totalText,
  turnOf,
  turnText,
  whoPaysText,
} from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { partiesOf } from '#domain/market/kinds.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'

const DAY = '2026-05-04T10:00:00.000Z'

const anOrder = (kind: Section, overrides: Partial<OrderView> = {}) =>
  ({
    kind,
    user: { _id: 'rosa', name: 'ROSA' },
    seller: 'ugo',
    sellerName: 'Da Ugo',
    requesterName: 'Rosa',
    ...partiesOf(kind, { owner: 'ugo', requester: 'rosa', isFree: false }),
    orderItems: [{ name: 'Pane', image: '', product: 'pane', qty: 1, priceVal: 3, priceEuro: 2.5 }],
    createdAt: DAY,
    totalPriceVal: 3,
    totalPriceEuro: 2.5,
    paidAt: null,
    deliveredAt: null,
    concludedAt: null,
    cancelledAt: null,
    cancelReason: '',
    reviewedAt: null,
    payment: null,
    ...overrides,
  }) as OrderView

const payment = {
  status: 'confirmed',
  returned: false,
  amount: 3,
  transactionHash: '',
  at: DAY,
} as OrderView['payment']

test('each kind has its own steps', () => {
  const names = (kind: Section) => stepsOf(anOrder(kind)).map(({ name }) => name)
  const paid = ['VAL non trasferiti', 'Non pagato', 'Non consegnato', 'Non recensito']
  expect(names('offro')).toEqual(['Richiesta inviata il 04/05/2026', ...paid])
  expect(names('cerco')).toEqual(['Risposta inviata il 04/05/2026', ...paid])
  expect(names('dono')).toEqual(['Richiesta inviata il 04/05/2026', 'Non consegnato', 'Non recensito'])
  expect(names('propongo')).toEqual(['Risposta inviata il 04/05/2026', 'Non concluso', 'Non recensito'])
  expect(names('avviso')).toEqual(['Partecipazione inviata il 04/05/2026', 'Non concluso', 'Non recensito'])
})

test('the transfer of VAL is a step where there is one', () => {
  const second = (overrides: Partial<OrderView>) => stepsOf(anOrder('offro', overrides))[1]?.name
  expect(second({ payment })).toBe('VAL trasferiti il 04/05/2026')
  expect(second({ payment: payment && { ...payment, status: 'pending' } })).toBe('VAL in trasferimento')
  expect(second({ payment: payment && { ...payment, status: 'failed' } })).toBe('VAL non trasferiti')
  const returned = (returnStatus: 'pending' | 'confirmed') =>
    second({ payment: payment && { ...payment, returned: true, returnStatus } })
  expect(returned('pending')).toBe('VAL trasferiti il 04/05/2026, in restituzione')
  expect(returned('confirmed')).toBe('VAL trasferiti il 04/05/2026 e poi restituiti')
  expect(second({ paidAt: DAY })).toBe('Pagato il 04/05/2026')
  expect(second({ totalPriceVal: 0 })).toBe('Non pagato')
})

test('the date of a step has its article', () => {
  const [first] = stepsOf(anOrder('offro', { createdAt: '2026-11-08T10:00:00.000Z' }))
  expect(first?.name).toBe('Richiesta inviata l’08/11/2026')
})

test('a cancelled order shows only the steps that were taken', () => {
  const names = stepsOf(anOrder('offro', { cancelledAt: DAY })).map(({ name }) => name)
  expect(names).toEqual(['Richiesta inviata il 04/05/2026', 'Chiusa il 04/05/2026'])
})

test('the next step is told to the one who takes it', () => {
  expect(nextText(anOrder('offro'), 'rosa')).toContain('Tocca a te')
  expect(nextText(anOrder('offro'), 'ugo')).toContain('Pagamento ricevuto')
  expect(nextText(anOrder('cerco'), 'ugo')).toContain('Tocca a te')
  expect(nextText(anOrder('cerco'), 'rosa')).toContain('Pagamento ricevuto')
  expect(nextText(anOrder('dono'), 'rosa')).toContain('Ricevuto')
  expect(nextText(anOrder('dono'), 'ugo')).toContain('Tocca a te')
  expect(nextText(anOrder('dono'))).toBe('Tocca a Da Ugo: deve consegnare.')
  expect(nextText(anOrder('offro', { paidAt: DAY, deliveredAt: DAY }), 'rosa')).toBeUndefined()
})

test('the state is a word of its kind', () => {
  const states = SECTIONS.map((kind) => stateText(anOrder(kind)))
  expect(states).toEqual(['Da pagare', 'Da pagare', 'In corso', 'In attesa dell’evento', 'Da consegnare'])
  expect(stateText(anOrder('offro', { payment }))).toBe('VAL trasferiti, da confermare')
})

test('what was transferred and what is still due are told only where somebody pays', () => {
  expect(totalText(anOrder('offro'))).toBe('3 VAL + 2,50 €')
  expect(totalText(anOrder('cerco'))).toBe('fino a 3 VAL + 2,50 €')
  expect(dueText(anOrder('offro', { payment }))).toBe('Trasferiti 3 VAL. Restano 2,50 € da dare di persona.')
  expect(dueText(anOrder('offro', { payment, totalPriceEuro: 1 }))).toBe(
    'Trasferiti 3 VAL. Resta 1 € da dare di persona.',
  )
  expect(dueText(anOrder('offro', { payment, totalPriceEuro: 0 }))).toBe('Trasferiti 3 VAL. Non resta altro da pagare.')
  const one = payment && { ...payment, amount: 1 }
  expect(dueText(anOrder('offro', { payment: one, totalPriceVal: 1 }))).toContain('Trasferito 1 VAL.')
  for (const kind of ['propongo', 'avviso', 'dono'] as const) {
    expect(totalText(anOrder(kind))).toBeUndefined()
    expect(dueText(anOrder(kind))).toBeUndefined()
  }
})

test('who pays whom is told until nothing but the confirmation is missing', () => {
  const told = (overrides: Partial<OrderView>) =>
    ['rosa', 'ugo', 'admin'].map((viewerId) => whoPaysText(anOrder('offro', overrides), viewerId))
  const before = [
    'Paghi tu Da Ugo: come, lo concordate tra voi.',
    'Ti paga Rosa: come, lo concordate tra voi.',
    'Rosa paga Da Ugo: come, lo concordano tra loro.',
  ]
  expect(told({})).toEqual(before)
  expect(told({ payment })).toEqual(before)
  expect(told({ payment, totalPriceEuro: 0 })).toEqual([undefined, undefined, undefined])
  expect(told({ payment, paidAt: DAY })).toEqual(['Hai pagato Da Ugo.', 'Rosa ti ha pagato.', 'Rosa ha pagato Da Ugo.'])
})

test('a request is named by its items', () => {
  const named = (...names: string[]) => itemNames({ orderItems: names.map((name) => ({ name })) as never })
  expect(named('Pane')).toBe('Pane')
  expect(named('Pane', 'Torta')).toBe('Pane e Torta')
  expect(named('Pane', 'Torta', 'Miele')).toBe('Pane e altri 2')
})

test('a list tells whose turn it is, and what the viewer does next', () => {
  const [rosa, ugo] = [
    { id: 'rosa', isAdmin: false },
    { id: 'ugo', isAdmin: false },
  ]
  const told = (order: OrderView) =>
    [rosa, ugo].map((viewer) => [turnText(order, viewer.id), actionText(order, viewer)])
  expect(told(anOrder('offro'))).toEqual([
    ['Tocca a te', 'Paga'],
    ['Tocca a Rosa', 'Apri'],
  ])
  expect(told(anOrder('offro', { payment }))).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Conferma il pagamento'],
  ])
  expect(told(anOrder('offro', { paidAt: DAY }))).toEqual([
    ['Tocca a Da Ugo', 'Segna come ricevuto'],
    ['Tocca a te', 'Accordati e consegna'],
  ])
  expect(told(anOrder('cerco'))).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Paga'],
  ])
  expect(told(anOrder('propongo'))).toEqual([
    [undefined, 'Concludi'],
    [undefined, 'Concludi'],
  ])
  expect(told(anOrder('offro', { cancelledAt: DAY }))[0]).toEqual([undefined, 'Apri'])
})

test('while VAL are on their way back nobody has anything to do', () => {
  for (const paidAt of [null, DAY]) {
    const order = anOrder('offro', {
      paidAt,
      payment: { ...payment, returned: true, returnStatus: 'pending' } as OrderView['payment'],
    })
    expect([stateText(order), dueText(order)]).toEqual(['VAL in restituzione', 'In restituzione 3 VAL.'])
    expect(nextText(order, 'ugo')).toBe('La restituzione è in corso di conferma: non serve fare niente.')
    expect(turnOf(order)).toBeNull()
    for (const id of ['rosa', 'ugo']) expect(actionText(order, { id, isAdmin: false })).toBe('Apri')
  }
})
