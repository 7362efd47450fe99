import { expect, test } from 'vitest'
import { SECTIONS, type Section } from '#domain/market/listings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'

const MONEY = /VAL|€|[Pp]agament|Totale/

/** A request of a kind, placed, and the mails of its parties. */
const aRequest = async (section: Section, price = { val: 300, euro: 250 }) => {
  const piazza = await aPiazza()
  const calls = orderCalls(piazza)
  const { buyer, seller, listing, item } = await aBuyerAndListing(piazza, {
    section,
    name: 'Pane',
    priceVal: section === 'dono' ? 0 : price.val,
  })
  await piazza.db.execute(sql`update listing set price_euro = ${price.euro} where id = ${listing.id}`)
  const { order } = await calls.place(buyer, [item])
  const mails = async () => ({
    toOwner: await mailsTo(piazza.db, seller.email),
    toRequester: await mailsTo(piazza.db, buyer.email),
  })
  return { ...piazza, ...calls, buyer, seller, listing, item, order, mails }
}

test.each([
  ['offro', 'Nuova richiesta di', 'interessa quello che offri', '1 × Pane: 3 VAL + 2,50 €'],
  ['cerco', 'ha quello che cerchi', 'ti offre quello che cerchi', '1 × Pane: fino a 3 VAL + 2,50 €'],
  ['propongo', 'risponde alla tua proposta', 'interessa la tua proposta', 'Pane'],
  ['avviso', 'partecipa al tuo evento', 'partecipa al tuo evento', 'Pane'],
  ['dono', 'Nuova richiesta di', 'È un dono, non si paga niente', '1 × Pane'],
] as const)('a new request about %s is told in its own words', async (section, subject, intro, line) => {
  const { buyer, order, mails } = await aRequest(section)
  const { toOwner, toRequester } = await mails()
  expect(toOwner).toHaveLength(1)
  expect(toOwner[0]?.subject).toContain(subject)
  expect(toOwner[0]?.text).toContain(intro)
  expect(toOwner[0]?.text).toContain(buyer.email)
  expect(toOwner[0]?.text).toContain(`/order/${order._id}`)
  expect(toOwner[0]?.text.includes('Dalla pagina della richiesta puoi accettare')).toBe(section !== 'avviso')
  expect(toRequester).toHaveLength(1)
  expect(toRequester[0]?.subject).toMatch(section === 'avviso' ? /^Partecipi/ : / inviata a Bottega /)
  for (const { text } of [...toOwner, ...toRequester]) {
    expect(text).toContain(`\n${line}\n`)
    if (!['offro', 'cerco'].includes(section)) expect(text).not.toMatch(MONEY)
  }
})

test('an answer to a cerco is told with the sum that it asks for', async () => {
  const { place, buyer, item, mails } = await aRequest('cerco')
  await place(buyer, [item], { body: { expected: { val: 1.5, euro: 2 } } })
  const { toOwner, toRequester } = await mails()
  for (const [first, second] of [toOwner, toRequester]) {
    expect(first?.text).toContain('\nSomma chiesta: 3 VAL + 2,50 €\n')
    expect(second?.text).toContain('\nSomma chiesta: 1,50 VAL + 2 €\n')
  }
})

test('an offer that costs nothing is told without payment', async () => {
  const { mails } = await aRequest('offro', { val: 0, euro: 0 })
  const { toOwner, toRequester } = await mails()
  for (const { text } of [...toOwner, ...toRequester]) expect(text).not.toMatch(MONEY)
})

test('an event is told with its time', async () => {
  const { mails } = await aRequest('avviso')
  const { toRequester } = await mails()
  expect(toRequester[0]?.text).toMatch(/\nQuando: \p{L}+ \d\d\/\d\d\/\d{4}, \d\d:\d\d – /u)
})

test('each step is told to the other party, in every kind', async () => {
  const by = <Step>(party: 'owner' | 'requester', ...names: Step[]) => names.map((name) => ({ party, name }))
  const paying = ['pay', 'undoPay', 'pay'] as const
  const handing = ['handover', 'undoHandover', 'handover'] as const
  const delivering = ['deliver', 'undoDeliver', 'deliver'] as const
  const accepted = 'ha accettato: Pane'
  const sum = ['propone 1 VAL: Pane', 'ha accettato: Pane']
  const paid = [
    'ha ricevuto il tuo pagamento',
    'il pagamento non è ancora arrivato',
    'ha ricevuto il tuo pagamento',
    'dice di averti consegnato: Pane',
    'non ha ancora consegnato',
    'dice di averti consegnato: Pane',
    'ha ricevuto: Pane',
    'non ha ancora ricevuto',
    'ha ricevuto: Pane',
  ]
  const steps = {
    offro: {
      taken: [
        ...by('owner', 'propose' as const),
        ...by('requester', 'accept' as const),
        ...by('owner', ...paying, ...handing),
        ...by('requester', ...delivering),
      ],
      subjects: [...sum, ...paid],
    },
    cerco: {
      taken: [
        ...by('owner', 'propose' as const),
        ...by('requester', 'accept' as const, ...paying, ...handing),
        ...by('owner', ...delivering),
      ],
      subjects: [...sum, ...paid],
    },
    propongo: {
      taken: by('owner', 'accept' as const, 'conclude' as const),
      subjects: [accepted, 'Concluso con'],
    },
    avviso: { taken: by('owner', 'cancel' as const), subjects: ['ha annullato la partecipazione'] },
    dono: {
      taken: [...by('owner', 'accept' as const), ...by('requester', 'deliver' as const)],
      subjects: [accepted, 'ha ricevuto: Pane'],
    },
  }
  for (const section of SECTIONS) {
    const { step, buyer, seller, order, mails } = await aRequest(section)
    const subjects = []
    for (const { party, name } of steps[section].taken) {
      const before = await mails()
      expect((await step(party === 'owner' ? seller : buyer, name, order._id)).status).toBe(200)
      const after = await mails()
      const [told, notTold] =
        party === 'owner' ? (['toRequester', 'toOwner'] as const) : (['toOwner', 'toRequester'] as const)
      expect(after[notTold]).toHaveLength(before[notTold].length)
      expect(after[told]).toHaveLength(before[told].length + 1)
      expect(after[told].at(-1)?.text).toContain('Pane')
      subjects.push(after[told].at(-1)?.subject)
    }
    expect(subjects).toEqual(steps[section].subjects.map((text) => expect.stringContaining(text)))
  }
})

test('the reason for closing a request is told as plain text', async () => {
  const { call, seller, order, mails } = await aRequest('offro')
  const body = { reason: '<b>Venduto</b> ieri' }
  await call('POST', `/api/orders/${order._id}/cancel`, { token: seller.token, body })
  const mail = (await mails()).toRequester.at(-1)
  expect(mail?.subject).toBe(`Bottega ${seller.username} ha chiuso la richiesta: Pane`)
  expect(mail?.text).toContain('Il motivo: <b>Venduto</b> ieri')
  expect(mail?.html).toContain('&lt;b&gt;Venduto')
})

test('when the other side finishes a request, the requester is invited to review', async () => {
  const { step, seller, buyer, order, listing, mails } = await aRequest('cerco')
  await step(buyer, 'pay', order._id)
  await step(seller, 'deliver', order._id)
  expect((await mails()).toRequester.at(-1)?.text).toContain(`/product/${listing.id}#recensioni`)
})

test('a reminder says what its recipient has to do', async () => {
  const { step, call, seller, buyer, order, mails } = await aRequest('offro')
  await step(seller, 'accept', order._id)
  for (const { token } of [seller, buyer]) await call('POST', '/api/orders/notifications/', { token, body: order })
  const { toOwner, toRequester } = await mails()
  expect(toRequester.at(-1)?.text).toContain('Da pagare: 3 VAL + 2,50 €.')
  expect(toRequester.at(-1)?.text).toContain('Tocca a te: trasferisci 3 VAL')
  expect(toOwner.at(-1)?.text).toContain(`Aspettiamo il pagamento di Bottega ${buyer.username}`)
})
