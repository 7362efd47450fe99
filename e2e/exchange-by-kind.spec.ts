import type { Page } from '@playwright/test'
import { HOUR_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expectBalanceInHeader } from './balance.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { acceptRequest, confirmPayment, expectHeadline, transferVal } from './requests.ts'

// Each kind from the listing to the review, with both people, on a phone and on a desktop.
const EACH = { tag: ['@all', '@both'] }
const OWNER = 'Forno del Borgo (demo)'
const REQUESTER = 'Orto della Collina (demo)'

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Sends the request that the dialog of the listing has prepared; it needs neither address nor payment. */
const send = async (page: Page, title: string, button: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByLabel('Indirizzo')).toHaveCount(0)
  await dialog.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/\/order\//)
}

/** The field for a message is within one and a half screens. */
const expectMessageFieldNear = async (page: Page) => {
  const field = page.getByRole('textbox', { name: /^Scrivi a/ })
  await expect(field).toBeVisible()
  const bottom = await field.evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY)
  expect(bottom).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) * 1.5)
}

const review = async (page: Page) => {
  // The request's page has such a form too.
  await expect(page).toHaveURL(/\/product\//)
  await page.getByRole('radio', { name: '5 Eccellente' }).check()
  await page.getByRole('textbox', { name: 'Commento' }).fill('Tutto bene, grazie!')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('Scambio verificato')).toBeVisible()
}

test(
  'an offer: another sum is agreed on, paid in VAL and euro, handed over, received and reviewed',
  EACH,
  async ({ page, journey, piazza, seller: owner }) => {
    const { id, name } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
    await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
    await page.getByRole('button', { name: 'Contatta Offerente' }).click()
    await send(page, `Scrivi a ${OWNER}`, "Invia richiesta all'offerente")
    await expectHeadline(page, 'Richiesta inviata')
    await expect(page.getByText(`Aspettiamo la risposta di ${OWNER}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Trasferisci|Accetta/ })).toHaveCount(0)
    await expectMessageFieldNear(page)
    await journey.arrived()
    await expectMail(piazza.origin, DEMO_SELLER, 'Nuova richiesta di')
    await expectMail(piazza.origin, DEMO_BUYER, 'Richiesta inviata a')

    await owner.goto(pathOf(page))
    await expectHeadline(owner, `${REQUESTER} aspetta la tua risposta`)
    await owner.getByRole('button', { name: 'Proponi un’altra somma' }).click()
    const proposal = owner.getByRole('dialog', { name: 'Proponi un’altra somma' })
    await expect(proposal).toContainText('Adesso: 4 VAL + 2 €')
    await proposal.getByLabel('In VAL').fill('tre')
    await proposal.getByRole('button', { name: 'Invia la proposta' }).click()
    await expect(proposal.getByText('Scrivi una somma con al massimo due decimali, come 12,50.')).toBeVisible()
    await proposal.getByLabel('In VAL').fill('3,50')
    await proposal.getByLabel('In euro').fill('1')
    await proposal.getByLabel(/^Messaggio per/).fill('Se la prendi oggi.')
    await proposal.getByRole('button', { name: 'Invia la proposta' }).click()
    await expectHeadline(owner, 'Proposta inviata')
    await expectMail(piazza.origin, DEMO_BUYER, 'propone 3,50 VAL + 1 €')

    // The open page shows the proposal at once.
    await expectHeadline(page, `${OWNER} aspetta la tua risposta`)
    await expect(page.getByRole('button', { name: 'No, grazie' })).toBeVisible()
    await acceptRequest(page)
    await expectMail(piazza.origin, DEMO_SELLER, `ha accettato: ${name}`)
    await journey.arrived()

    await transferVal(page, '3,50 VAL')
    await expectHeadline(page, 'Hai trasferito 3,50 VAL')
    await expect(page.getByText('Trasferiti 3,50 VAL. Resta 1 € da dare di persona.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Chiudi (la richiesta|e )/ })).toHaveCount(0)
    await expectBalanceInHeader(page)
    await expectMail(piazza.origin, DEMO_SELLER, 'ti ha trasferito 3,50 VAL')

    await expectHeadline(owner, 'Sono arrivati 3,50 VAL')
    await expect(owner.getByRole('button', { name: 'Chiudi e restituisci 3,50 VAL' })).toBeVisible()
    await confirmPayment(owner, '3,50 VAL arrivati, 1 € in mano')
    await expectMail(piazza.origin, DEMO_BUYER, 'ha ricevuto il tuo pagamento')
    await owner.getByRole('button', { name: 'Consegnato', exact: true }).click()
    await expectMail(piazza.origin, DEMO_BUYER, `dice di averti consegnato: ${name}`)
    await expect(owner.getByText(`Aspettiamo che ${REQUESTER} confermi di aver ricevuto.`)).toBeVisible()

    await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
    await expectHeadline(page, 'Scambio concluso, grazie!')
    await expectMail(piazza.origin, DEMO_SELLER, `ha ricevuto: ${name}`)
    await expectHeadline(owner, 'Scambio concluso, grazie!')
    await journey.arrived()
    await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
    await review(page)
  },
)

test(
  'somebody answers a cerco for less than its ceiling, and the owner accepts and pays',
  EACH,
  async ({ page, journey, piazza, seller: owner }) => {
    const { id, name } = await publishByApi(piazza.origin, { section: 'cerco' })
    await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
    await expect(page.getByRole('main')).toContainText('fino a 4 VAL + 2 €')
    await expect(page.getByText('Cercati: 3')).toBeVisible()
    await page.getByRole('button', { name: 'Rispondi a chi cerca' }).click()
    const dialog = page.getByRole('dialog', { name: `Rispondi a ${OWNER}` })
    const asked = dialog.getByRole('group', { name: 'Quanto chiedi' })
    await expect(asked.getByLabel('In euro')).toHaveValue('2')
    await asked.getByLabel('In VAL').fill('5')
    await dialog.getByRole('button', { name: 'Invia la risposta a chi cerca' }).click()
    await expect(dialog.getByText('Chi cerca ha indicato un massimo: la somma non può superarlo.')).toBeVisible()
    await asked.getByLabel('In VAL').fill('3,50')
    await send(page, `Rispondi a ${OWNER}`, 'Invia la risposta a chi cerca')
    await expectHeadline(page, 'Risposta inviata')
    await expect(page.getByRole('main')).toContainText('3,50 VAL + 2 €')
    await expect(page.getByRole('button', { name: /^Trasferisci|Pagamento ricevuto/ })).toHaveCount(0)
    await journey.arrived()
    await expectMail(piazza.origin, DEMO_SELLER, 'ha quello che cerchi')
    await expectMail(piazza.origin, DEMO_BUYER, 'Risposta inviata a')

    await owner.goto(pathOf(page))
    await acceptRequest(owner)
    await expectMail(piazza.origin, DEMO_BUYER, `ha accettato: ${name}`)
    await transferVal(owner, '3,50 VAL')
    await expectBalanceInHeader(owner)
    await expectMail(piazza.origin, DEMO_BUYER, 'ti ha trasferito 3,50 VAL')

    await expectHeadline(page, 'Sono arrivati 3,50 VAL')
    await confirmPayment(page, '3,50 VAL arrivati, 2 € in mano')
    await expect(page.getByRole('button', { name: /^Togli/ })).toHaveCount(0)
    await expectMail(piazza.origin, DEMO_SELLER, 'ha ricevuto il tuo pagamento')
    await page.getByRole('button', { name: 'Consegnato', exact: true }).click()
    await expectMail(piazza.origin, DEMO_SELLER, `dice di averti consegnato: ${name}`)

    await owner.getByRole('button', { name: 'Ricevuto', exact: true }).click()
    await expectHeadline(owner, 'Scambio concluso, grazie!')
    await expectMail(piazza.origin, DEMO_BUYER, `ha ricevuto: ${name}`)
    await page.goto(await linkInMail(piazza.origin, DEMO_BUYER, `/product/${id}`))
    await review(page)
  },
)

test(
  'a gift is asked for, promised, received without a payment, and reviewed',
  EACH,
  async ({ page, journey, piazza, seller: owner }) => {
    const gift = { section: 'dono', priceVal: 0, delivery: 'personalmente' } as const
    const { id, name } = await publishByApi(piazza.origin, gift)
    await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
    await expect(page.getByText('Gratis').first()).toBeVisible()
    await page.getByRole('button', { name: 'Contatta Offerente' }).click()
    await send(page, `Scrivi a ${OWNER}`, 'Invia la richiesta')
    await journey.arrived()
    await expect(page.getByRole('main')).not.toContainText(/VAL|€|Totale|Non /)
    await expectMail(piazza.origin, DEMO_SELLER, 'Nuova richiesta di')
    await expectMail(piazza.origin, DEMO_BUYER, 'Richiesta inviata a')

    await owner.goto(pathOf(page))
    await acceptRequest(owner)
    await expectMail(piazza.origin, DEMO_BUYER, `ha accettato: ${name}`)
    await expect(owner.getByRole('button', { name: 'Ricevuto', exact: true })).toHaveCount(0)
    await owner.getByRole('button', { name: 'Consegnato', exact: true }).click()
    await expectHeadline(owner, 'Consegnato')
    await owner.getByRole('button', { name: 'Togli «Consegnato»' }).click()
    await expectHeadline(owner, 'Siete d’accordo')
    await expectMail(piazza.origin, DEMO_BUYER, 'non ha ancora consegnato')

    // The receiver needs no handover before it.
    await expectHeadline(page, 'Siete d’accordo')
    await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
    await expectMail(piazza.origin, DEMO_SELLER, `ha ricevuto: ${name}`)
    await page.getByRole('button', { name: 'Togli «Ricevuto»' }).click()
    await expectMail(piazza.origin, DEMO_SELLER, 'non ha ancora ricevuto')
    await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
    await expectHeadline(page, 'Scambio concluso, grazie!')
    await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
    await review(page)
  },
)

test(
  'a proposal is answered, accepted, concluded by the other side, and reviewed',
  EACH,
  async ({ page, journey, piazza, seller: owner }) => {
    const { id, name } = await publishByApi(piazza.origin, { section: 'propongo' })
    await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
    const listing = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
    await expect(listing).not.toContainText(/4 VAL|2 €/)
    await page.getByRole('button', { name: 'Contatta Offerente' }).click()
    await send(page, `Rispondi a ${OWNER}`, 'Invia la risposta')
    await journey.arrived()
    await expectMail(piazza.origin, DEMO_SELLER, 'risponde alla tua proposta')
    await expectMail(piazza.origin, DEMO_BUYER, 'Risposta inviata a')
    await owner.goto(pathOf(page))
    await expect(owner.getByRole('button', { name: 'Proponi un’altra somma' })).toHaveCount(0)
    await acceptRequest(owner)
    await expectMail(piazza.origin, DEMO_BUYER, `ha accettato: ${name}`)
    await owner.getByRole('button', { name: 'Concludi' }).click()
    await expectHeadline(owner, 'Concluso, grazie!')
    await expectMail(piazza.origin, DEMO_BUYER, 'Concluso con')
    await page.goto(await linkInMail(piazza.origin, DEMO_BUYER, `/product/${id}`))
    await review(page)
  },
)

test(
  'somebody takes part in an event, which concludes by itself, and reviews it',
  EACH,
  async ({ page, journey, piazza, seller: owner }) => {
    const [startsAt, endsAt] = [2, 4].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
    const { id, name } = await publishByApi(piazza.origin, { section: 'avviso', startsAt, endsAt })
    await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
    await page.getByRole('button', { name: 'Partecipo' }).click()
    await send(page, 'Partecipa all’evento', 'Conferma la partecipazione')
    await expectHeadline(page, 'Ci vediamo all’evento')
    await journey.arrived()
    await expectMail(piazza.origin, DEMO_SELLER, 'partecipa al tuo evento')
    await expectMail(piazza.origin, DEMO_BUYER, 'Partecipi all’evento')
    await owner.goto(pathOf(page))
    await expectHeadline(owner, `${REQUESTER} partecipa`)
    await expect(owner.getByRole('button', { name: 'Concludi' })).toHaveCount(0)

    const end = (db: Parameters<Parameters<typeof moveTime>[1]>[0]) =>
      db.execute(sql`update order_item set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
      where order_id = ${pathOf(page).slice(-36)}`)
    await moveTime(piazza.folder, end, 'conclude-events')
    await expectMail(piazza.origin, DEMO_BUYER, name)
    await page.reload()
    await expectHeadline(page, 'Evento concluso, grazie!')
    await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
    await review(page)
  },
)

test('a request is closed with a reason that the other side reads, and cannot be paid any more', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza, seller: owner, consoleErrors }) => {
  const { id } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await send(page, `Scrivi a ${OWNER}`, "Invia richiesta all'offerente")
  await owner.goto(pathOf(page))
  await acceptRequest(owner)
  await expectHeadline(page, 'Siete d’accordo')
  await page.getByRole('button', { name: 'Trasferisci 4 VAL' }).click()
  const payment = page.getByRole('dialog', { name: 'Trasferire 4 VAL?' })
  await expect(payment).toBeVisible()
  await owner.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Chiudi la richiesta?' })
  await dialog.getByLabel('Motivo').fill('Appena venduta, mi dispiace!')
  await dialog.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  await expect(owner.getByText(/^Hai chiuso la richiesta/)).toBeVisible()
  await expectMail(piazza.origin, DEMO_BUYER, 'ha chiuso la richiesta')
  await payment.getByRole('button', { name: /^Trasferisci 4 VAL a/ }).click()
  await expect(payment.getByRole('alert')).toBeVisible()
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await payment.getByRole('button', { name: 'Torna indietro' }).click()
  await expect(payment).toHaveCount(0)
  await journey.arrived()
  await expect(page.getByText('Il motivo: Appena venduta, mi dispiace!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chiudi la richiesta' })).toHaveCount(0)
})

test('an acceptance of terms that have changed shows the new ones first', { tag: '@all' }, async ({
  page,
  piazza,
  seller: owner,
}) => {
  const { id } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await send(page, `Scrivi a ${OWNER}`, "Invia richiesta all'offerente")
  await owner.goto(pathOf(page))
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  // While the owner accepts, the requester proposes something else.
  await owner.route(
    '**/accept',
    async (route) => {
      const body = { val: 3, euro: 2 }
      await callApi(piazza.origin, 'POST', `/orders/${pathOf(page).slice(-36)}/propose`, { token, body })
      await route.continue()
    },
    { times: 1 },
  )
  await owner.getByRole('button', { name: 'Accetta' }).click()
  await expect(owner.getByRole('alert')).toContainText('La proposta è cambiata: adesso è 3 VAL + 2 €.')
  await expect(owner.getByRole('main')).toContainText('3 VAL + 2 €')
  await acceptRequest(owner)
})
