import { expect, test } from 'vitest'
import {
  buttonsOf,
  closeLabel,
  endText,
  headline,
  outcomesOf,
  outcomeText,
  problemText,
} from '#domain/exchange/order-page-texts.ts'
import { mainStep } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { ORDER_STATES } from '#domain/exchange/orders.ts'
import { type OrderStep, turnOf } from '#domain/exchange/steps.ts'
import { SECTIONS } from '#domain/market/listings.ts'
import { ALL_STEPS, reachableOrders } from '#test/ruled-orders.ts'
import { anOrder, DAY, NOW, payment, terms } from '#test/shown-orders.ts'

const [rosa, ugo, admin] = ['rosa', 'ugo', 'ada'].map((id) => ({ id, isAdmin: id === 'ada' })) as [
  { id: string; isAdmin: boolean },
  { id: string; isAdmin: boolean },
  { id: string; isAdmin: boolean },
]
const problem = { by: 'rosa', text: 'È rotto', at: DAY }

test('the expected step is always among the buttons', () => {
  for (const kind of SECTIONS)
    for (const state of ORDER_STATES)
      for (const viewer of [rosa, ugo, admin]) {
        const order = anOrder(kind, state)
        const main = mainStep(order, viewer, NOW)
        if (main) expect(buttonsOf(order, viewer, NOW)).toContain(main)
      }
})

/** Taken elsewhere: by closing a request with VAL in it, in the form of the mediator, in the list of the admin. */
const WITHOUT_BUTTON = ['refund', 'settle', 'remove'] as const satisfies OrderStep[]

test('every other step has a button in some request', () => {
  const offered = SECTIONS.flatMap((kind) =>
    reachableOrders(kind).flatMap((order) => {
      const shown = { ...order, turn: turnOf(order) } as OrderView
      return [rosa, ugo].flatMap((viewer) => buttonsOf(shown, viewer, NOW))
    }),
  )
  expect(new Set(offered)).toEqual(new Set(ALL_STEPS.filter((step) => !WITHOUT_BUTTON.some((each) => each === step))))
})

test('each party has the buttons of its side', () => {
  const buttons = (...order: Parameters<typeof anOrder>) =>
    [rosa, ugo, admin].map((viewer) => buttonsOf(anOrder(...order), viewer, NOW))
  expect(buttons('offro', 'sent')).toEqual([['propose', 'cancel'], ['accept', 'pay', 'propose', 'cancel'], []])
  expect(buttons('cerco', 'sent')).toEqual([['propose', 'cancel'], ['accept', 'propose', 'cancel'], []])
  expect(buttons('dono', 'sent')).toEqual([['cancel'], ['accept', 'cancel'], []])
  expect(buttons('offro', 'agreed')).toEqual([
    ['transfer', 'propose', 'cancel', 'problem'],
    ['pay', 'handover', 'propose', 'cancel', 'problem'],
    [],
  ])
  expect(buttons('offro', 'agreed', { payment })).toEqual([['problem'], ['pay', 'handover', 'cancel', 'problem'], []])
  const isPending = { payment: { ...payment, status: 'pending' as const } }
  expect(buttons('offro', 'agreed', isPending)).toEqual([['problem'], ['handover', 'problem'], []])
  expect(buttons('offro', 'agreed', { payment, problem })[0]).toEqual(['withdrawProblem'])
  expect(buttons('offro', 'closed')).toEqual([[], [], []])
})

test('who answers says no, others close, and the payee gives VAL back', () => {
  expect(closeLabel(anOrder('offro', 'sent'), 'ugo')).toBe('No, grazie')
  expect(closeLabel(anOrder('offro', 'sent'), 'rosa')).toBe('Chiudi la richiesta')
  expect(closeLabel(anOrder('avviso', 'agreed'), 'rosa')).toBe('Annulla la partecipazione')
  expect(closeLabel(anOrder('offro', 'agreed', { payment }), 'ugo')).toBe('Chiudi e restituisci 3 VAL')
})

test('the page says where a request stands, in the words of the reader', () => {
  const told = (...order: Parameters<typeof anOrder>) =>
    [rosa, ugo, admin].map((viewer) => headline(anOrder(...order), viewer))
  expect(told('offro', 'sent')).toEqual(['Richiesta inviata', 'Rosa aspetta la tua risposta', 'In attesa di risposta'])
  const counter = { terms: { ...terms(2, 0, 'ugo').terms, at: NOW.toISOString() } }
  expect(told('offro', 'sent', counter).slice(0, 2)).toEqual(['Da Ugo aspetta la tua risposta', 'Proposta inviata'])
  expect(told('offro', 'agreed').slice(0, 2)).toEqual(['Siete d’accordo', 'Siete d’accordo'])
  expect(told('offro', 'agreed', { payment }).slice(0, 2)).toEqual(['Hai trasferito 3 VAL', 'Sono arrivati 3 VAL'])
  expect(told('avviso', 'agreed').slice(0, 2)).toEqual(['Ci vediamo all’evento', 'Rosa partecipa'])
  expect(told('offro', 'delivered')[1]).toBe('Scambio concluso, grazie!')
  expect(told('offro', 'paid', { problem })).toEqual(Array(3).fill('C’è un problema'))
})

test('an end says by whom', () => {
  const ended = (overrides: Partial<OrderView>) =>
    [rosa, ugo, admin].map((viewer) => endText(anOrder('offro', 'closed', overrides), viewer))
  expect(ended({ cancelledBy: 'ugo' })).toEqual([
    'Da Ugo ha chiuso la richiesta il 04/05/2026.',
    'Hai chiuso la richiesta il 04/05/2026.',
    'Da Ugo ha chiuso la richiesta il 04/05/2026.',
  ])
  const settled = { outcome: 'return' as const, reason: '', at: DAY }
  const returned = { ...payment, returned: true, returnStatus: 'confirmed' as const }
  expect(ended({ cancelledBy: 'ugo', settled, payment: returned })[0]).toBe(
    'L’associazione ha chiuso la richiesta il 04/05/2026.',
  )
  expect(ended({ cancelledBy: 'ugo', payment: returned })[0]).toBe(
    'Da Ugo ha chiuso la richiesta il 04/05/2026. 3 VAL sono tornati a Rosa.',
  )
  expect(ended({ cancelledBy: null })[0]).toBe('Chiusa il 04/05/2026.')
  expect(endText(anOrder('dono', 'expired'), rosa)).toBe('È scaduta il 04/05/2026, dopo 14 giorni senza una risposta.')
  expect(endText(anOrder('offro', 'agreed'), rosa)).toBeUndefined()
})

test('a problem says who opened it', () => {
  const told = (by: string | null) =>
    [rosa, ugo].map((viewer) => problemText(anOrder('offro', 'paid', { problem: { ...problem, by } }), viewer))
  expect(told('rosa')).toEqual(['Hai segnalato il 04/05/2026', 'Rosa ha segnalato il 04/05/2026'])
  expect(told(null)[0]).toBe('La richiesta si è fermata il 04/05/2026')
})

test('the association can return VAL only where they have moved, and says what it decided', () => {
  const outcomes = (order: OrderView) => outcomesOf(order).map(({ value }) => value)
  expect(outcomes(anOrder('offro', 'paid', { payment }))).toEqual(['return', 'keep'])
  expect(outcomes(anOrder('dono', 'agreed'))).toEqual(['close', 'keep'])
  expect(outcomes(anOrder('dono', 'delivered'))).toEqual(['close'])
  expect(outcomeText(anOrder('offro', 'paid', { payment }), 'return')).toBe('3 VAL tornano da Da Ugo a Rosa.')
  expect(outcomeText(anOrder('offro', 'closed', { payment }), 'keep')).toBe('I VAL restano a Da Ugo.')
  expect(outcomeText(anOrder('dono', 'delivered'), 'close')).toBe('Lo scambio resta concluso.')
})
