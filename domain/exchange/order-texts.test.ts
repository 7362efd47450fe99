import { expect, test } from 'vitest'
import { soldOut } from '#domain/exchange/order-messages.ts'
import {
  actionText,
  coveredText,
  dueText,
  itemNames,
  nextText,
  stateText,
  stepsOf,
  suspendedText,
  totalText,
  turnText,
  whoPaysText,
} from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'
import { anOrder, DAY, NOW, payment, terms } from '#test/shown-orders.ts'

test('each kind has its own steps', () => {
  const names = (kind: Section, state: OrderState = 'sent') => stepsOf(anOrder(kind, state)).map(({ name }) => name)
  const paid = ['Accordo', 'Trasferimento dei VAL', 'Pagamento', 'Consegna', 'Recensione']
  expect(names('offro')).toEqual(['Richiesta inviata', ...paid])
  expect(names('cerco')).toEqual(['Risposta inviata', ...paid])
  expect(names('dono')).toEqual(['Richiesta inviata', 'Accordo', 'Consegna', 'Recensione'])
  expect(names('propongo')).toEqual(['Risposta inviata', 'Accordo', 'Conclusione', 'Recensione'])
  expect(names('avviso', 'agreed')).toEqual(['Partecipazione inviata', 'Conclusione', 'Recensione'])
})

test('a step that was done says when; a handover is shown until it is confirmed', () => {
  const steps = (state: OrderState, overrides: Partial<OrderView> = {}) =>
    stepsOf(anOrder('dono', state, overrides)).slice(1)
  expect(steps('agreed', { handedOverAt: DAY })).toEqual([
    { name: 'D’accordo', at: DAY },
    { name: 'Consegnato', at: DAY },
    { name: 'Conferma', at: null },
    { name: 'Recensione', at: null },
  ])
  expect(steps('delivered', { handedOverAt: DAY, reviewedAt: DAY })).toEqual([
    { name: 'D’accordo', at: DAY },
    { name: 'Ricevuto', at: DAY },
    { name: 'Recensito', at: DAY },
  ])
})

test('the transfer of VAL is a step where there is one', () => {
  const third = (overrides: Partial<OrderView>, state: OrderState = 'agreed') =>
    stepsOf(anOrder('offro', state, overrides))[2]?.name
  expect(third({ payment })).toBe('VAL trasferiti')
  expect(third({ payment: { ...payment, status: 'pending' } })).toBe('VAL in trasferimento')
  expect(third({ payment: { ...payment, status: 'failed' } })).toBe('Trasferimento dei VAL')
  expect(third({ payment: { ...payment, returned: true, returnStatus: 'confirmed' } })).toBe('VAL trasferiti')
  expect(third({}, 'paid')).toBe('Pagato')
  expect(third(terms(0, 2.5))).toBe('Pagamento')
})

test('a closed or expired request shows only the steps that were taken', () => {
  const names = (state: OrderState, overrides: Partial<OrderView> = {}) =>
    stepsOf(anOrder('offro', state, overrides)).map(({ name }) => name)
  expect(names('closed')).toEqual(['Richiesta inviata', 'Chiusa'])
  expect(names('expired', { agreedAt: DAY })).toEqual(['Richiesta inviata', 'D’accordo', 'Scaduta'])
})

test('the next step is told to the one who takes it', () => {
  const told = (...order: Parameters<typeof anOrder>) =>
    ['rosa', 'ugo', undefined].map((viewer) => nextText(anOrder(...order), viewer))
  expect(told('offro', 'sent')).toEqual([
    'Aspettiamo la risposta di Da Ugo.',
    'Tocca a te: Rosa propone 3 VAL + 2,50 €. Accetta, proponi altro o rispondi di no.',
    'Aspettiamo la risposta di Da Ugo.',
  ])
  expect(told('dono', 'sent')[1]).toBe('Tocca a te: rispondi a Rosa.')
  expect(told('offro', 'sent', terms(2, 0, 'ugo'))[0]).toContain('Da Ugo propone 2 VAL.')
  const free = { payer: null, payee: null, terms: { val: 0, euro: 0, by: 'ugo', at: NOW.toISOString() } }
  expect(told('offro', 'sent', free)[0]).toContain('Da Ugo propone di non pagare niente.')
  expect(told('offro', 'agreed')).toEqual([
    'Tocca a te: trasferisci 3 VAL a Da Ugo.',
    'Aspettiamo il pagamento di Rosa.',
    'Aspettiamo il pagamento di Rosa.',
  ])
  expect(told('cerco', 'agreed')[1]).toBe('Tocca a te: trasferisci 3 VAL a Rosa.')
  expect(told('offro', 'agreed', terms(0, 2.5))).toEqual([
    'Paga 2,50 € a Da Ugo quando vi incontrate: poi lo conferma.',
    'Quando hai ricevuto tutto, segna «Pagamento ricevuto».',
    'Rosa paga Da Ugo di persona.',
  ])
  expect(told('offro', 'agreed', { payment })).toEqual([
    'Aspettiamo Da Ugo: deve confermare di aver ricevuto il pagamento.',
    'Quando hai ricevuto tutto, segna «Pagamento ricevuto».',
    'Aspettiamo Da Ugo: deve confermare di aver ricevuto il pagamento.',
  ])
  expect(told('dono', 'agreed')).toEqual([
    'Accordatevi su dove e quando. Quando hai ricevuto tutto, segna «Ricevuto».',
    'Tocca a te: consegna a Rosa e segna «Consegnato».',
    'Aspettiamo la consegna di Da Ugo.',
  ])
  expect(told('offro', 'paid', { handedOverAt: DAY })).toEqual([
    'Da Ugo dice di averti consegnato tutto. Quando hai ricevuto tutto, segna «Ricevuto».',
    'Aspettiamo che Rosa confermi di aver ricevuto.',
    'Aspettiamo che Rosa confermi di aver ricevuto.',
  ])
  expect(told('propongo', 'agreed')[0]).toContain('uno dei due segna «Concludi»')
  expect(told('avviso', 'agreed')[0]).toBe('Dopo l’evento la partecipazione si conclude da sola.')
  for (const state of ['delivered', 'closed', 'expired'] as const)
    expect(told('offro', state)).toEqual([undefined, undefined, undefined])
  expect(told('offro', 'paid', { problem: { by: 'rosa', text: '', at: DAY } })[1]).toContain('L’associazione')
})

test('the state is a word of its kind', () => {
  const states = (state: OrderState) => SECTIONS.map((kind) => stateText(anOrder(kind, state)))
  expect(states('sent')).toEqual(Array(5).fill('In attesa di risposta'))
  expect(states('agreed')).toEqual([
    'D’accordo, da pagare',
    'D’accordo, da pagare',
    'D’accordo',
    'In attesa dell’evento',
    'D’accordo, da consegnare',
  ])
  const ends = (['paid', 'delivered', 'closed', 'expired'] as const).map((state) => stateText(anOrder('offro', state)))
  expect(ends).toEqual(['Pagata, da consegnare', 'Consegnata', 'Chiusa', 'Scaduta'])
  expect(stateText(anOrder('propongo', 'concluded'))).toBe('Conclusa')
  expect(stateText(anOrder('avviso', 'concluded'))).toBe('Evento concluso')
  expect(stateText(anOrder('offro', 'agreed', { payment }))).toBe('VAL trasferiti, da confermare')
  expect(stateText(anOrder('offro', 'paid', { handedOverAt: DAY }))).toBe('Consegnata, da confermare')
  expect(stateText(anOrder('offro', 'paid', { problem: { by: null, text: '', at: DAY } }))).toBe('C’è un problema')
})

test('what was transferred and what is still due are told only where somebody pays', () => {
  const due = (...[state, overrides]: [OrderState, Partial<OrderView>?]) => dueText(anOrder('offro', state, overrides))
  expect(totalText(anOrder('offro', 'sent'))).toBe('3 VAL + 2,50 €')
  expect(totalText(anOrder('cerco', 'sent'))).toBe('3 VAL + 2,50 €')
  expect(due('agreed')).toBe('Da pagare: 3 VAL + 2,50 €.')
  expect(due('agreed', { payment })).toBe('Trasferiti 3 VAL. Restano 2,50 € da dare di persona.')
  expect(due('agreed', { payment, ...terms(3, 1) })).toBe('Trasferiti 3 VAL. Resta 1 € da dare di persona.')
  expect(due('agreed', { payment, ...terms(3, 0) })).toBe('Trasferiti 3 VAL. Non resta altro da pagare.')
  expect(due('agreed', { payment: { ...payment, amount: 1 }, ...terms(1, 0) })).toContain('Trasferito 1 VAL.')
  expect(due('paid')).toBeUndefined()
  for (const state of ['closed', 'expired'] as const) expect(due(state)).toBeUndefined()
  for (const kind of ['propongo', 'avviso', 'dono'] as const) {
    expect(totalText(anOrder(kind, 'agreed'))).toBeUndefined()
    expect(dueText(anOrder(kind, 'agreed'))).toBeUndefined()
  }
})

test('a confirmation of the payment says what it covers', () => {
  const covered = (overrides: Partial<OrderView>) => coveredText(anOrder('offro', 'agreed', overrides))
  expect(covered({ payment, ...terms(7, 8) })).toBe('7 VAL arrivati, 8 € in mano')
  expect(covered({ payment, ...terms(1, 0) })).toBe('1 VAL arrivato')
  expect(covered(terms(7, 8))).toBe('7 VAL ricevuti in altro modo, 8 € in mano')
  expect(covered({ payment: { ...payment, status: 'failed' }, ...terms(7, 0) })).toBe('7 VAL ricevuti in altro modo')
})

test('who pays whom is told until nothing but the confirmation is missing', () => {
  const told = (overrides: Partial<OrderView>, state: OrderState = 'agreed') =>
    ['rosa', 'ugo', 'admin'].map((viewerId) => whoPaysText(anOrder('offro', state, overrides), viewerId))
  const before = [
    'Paghi tu Da Ugo: come, lo concordate tra voi.',
    'Ti paga Rosa: come, lo concordate tra voi.',
    'Rosa paga Da Ugo: come, lo concordano tra loro.',
  ]
  expect(told({})).toEqual(before)
  expect(told({ payment })).toEqual(before)
  expect(told({ payment, ...terms(3, 0) })).toEqual([undefined, undefined, undefined])
  expect(told({ payment }, 'paid')).toEqual(['Hai pagato Da Ugo.', 'Rosa ti ha pagato.', 'Rosa ha pagato Da Ugo.'])
})

test('a request is named by its items', () => {
  const named = (...names: string[]) => itemNames({ orderItems: names.map((name) => ({ name })) })
  expect(named('Pane')).toBe('Pane')
  expect(named('Pane', 'Torta')).toBe('Pane e Torta')
  expect(named('Pane', 'Torta', 'Miele')).toBe('Pane e altri 2')
})

test('a list tells whose turn it is, and what the viewer does next', () => {
  const told = (...args: Parameters<typeof anOrder>) =>
    ['rosa', 'ugo'].map((id) => {
      const order = anOrder(...args)
      return [turnText(order, id), actionText(order, { id, isAdmin: false }, NOW)]
    })
  expect(told('offro', 'sent')).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Rispondi'],
  ])
  expect(told('offro', 'agreed')).toEqual([
    ['Tocca a te', 'Paga'],
    ['Tocca a Rosa', 'Apri'],
  ])
  expect(told('offro', 'agreed', { payment })).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Conferma il pagamento'],
  ])
  expect(told('offro', 'paid')).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Accordati e consegna'],
  ])
  expect(told('offro', 'paid', { handedOverAt: DAY })).toEqual([
    ['Tocca a te', 'Segna come ricevuto'],
    ['Tocca a Rosa', 'Apri'],
  ])
  expect(told('cerco', 'agreed')).toEqual([
    ['Tocca a Da Ugo', 'Apri'],
    ['Tocca a te', 'Paga'],
  ])
  expect(told('propongo', 'agreed')).toEqual([
    [undefined, 'Concludi'],
    [undefined, 'Concludi'],
  ])
  expect(told('offro', 'closed')).toEqual(Array(2).fill([undefined, 'Apri']))
  const isWaiting: Partial<OrderView>[] = [
    { payment: { ...payment, status: 'pending' } },
    { payment, problem: { by: 'rosa', text: '', at: DAY } },
  ]
  for (const waiting of isWaiting) expect(told('offro', 'agreed', waiting)).toEqual(Array(2).fill([undefined, 'Apri']))
})

test('while VAL are on their way back nobody has anything to do', () => {
  for (const state of ['agreed', 'paid'] as const) {
    const order = anOrder('offro', state, { payment: { ...payment, returned: true, returnStatus: 'pending' } })
    expect([stateText(order), dueText(order)]).toEqual(['VAL in restituzione', 'In restituzione 3 VAL.'])
    expect(nextText(order, 'ugo')).toBe('La restituzione è in corso di conferma: non serve fare niente.')
    expect(order.turn).toBeNull()
    for (const id of ['rosa', 'ugo']) expect(actionText(order, { id, isAdmin: false }, NOW)).toBe('Apri')
  }
})

test('what is left is told in the singular or plural', () => {
  const texts = [0, 1, 2].map((left) => soldOut('Miele', left))
  expect(texts).toEqual([
    '«Miele» non è più disponibile.',
    'Di «Miele» ne resta solo 1.',
    'Di «Miele» ne restano solo 2.',
  ])
})

test('a person without e-mail is said to answer from the desk, to the other party and not to herself', () => {
  const atDesk = ['ugo']
  expect(nextText(anOrder('offro', 'sent', { atDesk }), 'rosa')).toBe(
    'Aspettiamo la risposta di Da Ugo, che risponde dallo sportello.',
  )
  expect(nextText(anOrder('offro', 'sent', { atDesk: ['rosa'] }), 'rosa')).toBe('Aspettiamo la risposta di Da Ugo.')
  expect(nextText(anOrder('offro', 'agreed', { atDesk, payment }), 'rosa')).toBe(
    'Aspettiamo Da Ugo, che risponde dallo sportello: deve confermare di aver ricevuto il pagamento.',
  )
  expect(nextText(anOrder('offro', 'paid', { atDesk: ['rosa'], handedOverAt: DAY }), 'ugo')).toBe(
    'Aspettiamo che Rosa, che risponde dallo sportello, confermi di aver ricevuto.',
  )
})

test('the other party of a suspended member reads what is still possible, while the request is open', () => {
  const suspended = [{ member: 'ugo', until: null }]
  const told = (state: 'sent' | 'agreed' | 'closed', id: string, overrides: Partial<OrderView> = {}) =>
    suspendedText(anOrder('offro', state, { suspended, ...overrides }), id)
  expect(told('sent', 'rosa')).toBe(
    'L’account di Da Ugo è sospeso senza scadenza. Nel frattempo non può accettare, proporre, pagare né scriverti: puoi aspettare o chiudere la richiesta.',
  )
  expect(told('agreed', 'rosa', { payment })).toBe(
    'L’account di Da Ugo è sospeso senza scadenza. Per questa richiesta sono passati dei VAL: potete scrivervi e fare tutti i passi finché non finisce.',
  )
  expect(told('agreed', 'ugo', { payment })).toBeUndefined()
  expect(told('closed', 'rosa')).toBeUndefined()
})
