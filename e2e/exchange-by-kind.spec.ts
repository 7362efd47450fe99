import type { Page } from '@playwright/test'
import { HOUR_MS } from '#domain/base/dates.ts'
import { DEMO_BUYER, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expectBalanceInHeader } from './balance.ts'
import { expect, test } from './fixtures.ts'
import { openWithCart, publishByApi } from './listings.ts'
import { expectMail, linkInMail } from './mailbox.ts'

// An offer is exchanged in contact-a-seller.spec.ts.

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Sends the request that the dialog of the listing has prepared; it needs neither address nor payment. */
const send = async (page: Page, title: string, button: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByLabel('Indirizzo')).toHaveCount(0)
  await dialog.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/\/order\//)
}

const review = async (page: Page) => {
  await page.getByRole('radio', { name: '5 Eccellente' }).check()
  await page.getByRole('textbox', { name: 'Commento' }).fill('Tutto bene, grazie!')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('Scambio verificato')).toBeVisible()
}

test('somebody answers a cerco, and the owner pays', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  seller: owner,
}) => {
  const { id, name } = await publishByApi(piazza.origin, { section: 'cerco' })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await expect(page.getByRole('main')).toContainText('fino a 4 VAL + 2 €')
  await expect(page.getByText('Cercati: 3')).toBeVisible()
  await page.getByRole('button', { name: 'Rispondi a chi cerca' }).click()
  await send(page, 'Rispondi a Forno del Borgo (demo)', 'Invia la risposta a chi cerca')
  await journey.arrived()
  await expectMail(piazza.origin, DEMO_SELLER, 'ha quello che cerchi')
  await expectMail(piazza.origin, DEMO_BUYER, 'Copia della tua risposta')
  await expect(page.getByRole('button', { name: /^Trasferisci/ })).toHaveCount(0)

  await owner.goto(pathOf(page))
  await expect(owner.getByText('Tocca a te')).toBeVisible()
  await owner.getByRole('button', { name: 'Trasferisci 4 VAL' }).click()
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: /^Trasferisci 4 VAL a/ })
    .click()
  await expect(owner.getByText('Trasferiti 4 VAL. Restano 2 € da dare di persona.')).toBeVisible({ timeout: 60_000 })
  await expectBalanceInHeader(owner)
  await expect(owner.getByRole('button', { name: 'Chiudi la richiesta' })).toHaveCount(0)
  await expectMail(piazza.origin, DEMO_BUYER, 'ti ha trasferito 4 VAL')

  await page.reload()
  await page.getByRole('button', { name: 'Pagamento ricevuto' }).click()
  await expect(page.getByText(/^Pagato il/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ho sbagliato: togli il segno' })).toHaveCount(0)
  await expectMail(piazza.origin, DEMO_SELLER, 'ha ricevuto il tuo pagamento')

  await owner.reload()
  await owner.getByRole('button', { name: 'Ricevuto', exact: true }).click()
  await expect(owner.getByText(/^Consegnato il/)).toBeVisible()
  await expectMail(piazza.origin, DEMO_BUYER, `ha ricevuto: ${name}`)
  await page.goto(await linkInMail(piazza.origin, DEMO_BUYER, `/product/${id}`))
  await review(page)
})

test('a gift is asked for, received without a payment, and reviewed', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  seller: owner,
}) => {
  const gift = { section: 'dono', priceVal: 0, delivery: 'personalmente' } as const
  const { id, name } = await publishByApi(piazza.origin, gift)
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await expect(page.getByText('Gratis').first()).toBeVisible()
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await send(page, 'Scrivi a Forno del Borgo (demo)', 'Invia la richiesta')
  await journey.arrived()
  await expect(page.getByRole('main')).not.toContainText(/VAL|€|Totale/)
  await expectMail(piazza.origin, DEMO_SELLER, 'interessa quello che doni')
  await owner.goto(pathOf(page))
  await expect(owner.getByText('Tocca a te')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Ricevuto', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
  await expectMail(piazza.origin, DEMO_SELLER, `ha ricevuto: ${name}`)
  await page.getByRole('button', { name: 'Ho sbagliato: togli il segno' }).click()
  await expect(page.getByText('Non consegnato')).toBeVisible()
  await expectMail(piazza.origin, DEMO_SELLER, 'la consegna non risulta ancora')
  await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
  await expect(page.getByText(/^Consegnato il/)).toBeVisible()
  await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
  await review(page)
})

test('a proposal is answered, concluded by the other side, and reviewed', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  seller: owner,
}) => {
  const { id } = await publishByApi(piazza.origin, { section: 'propongo' })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  const listing = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(listing).not.toContainText(/4 VAL|2 €/)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await send(page, 'Rispondi a Forno del Borgo (demo)', 'Invia la risposta')
  await journey.arrived()
  await expectMail(piazza.origin, DEMO_SELLER, 'risponde alla tua proposta')
  await owner.goto(pathOf(page))
  await owner.getByRole('button', { name: 'Concludi' }).click()
  await expect(owner.getByText(/^Concluso il/)).toBeVisible()
  await expectMail(piazza.origin, DEMO_BUYER, 'ha concluso la vostra richiesta')
  await page.goto(await linkInMail(piazza.origin, DEMO_BUYER, `/product/${id}`))
  await review(page)
})

test('somebody takes part in an event, and reviews it afterwards', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  seller: owner,
}) => {
  const [startsAt, endsAt] = [2, 4].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
  const { id } = await publishByApi(piazza.origin, { section: 'avviso', startsAt, endsAt })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Partecipo' }).click()
  await send(page, 'Partecipo all’evento', 'Conferma che partecipo')
  await journey.arrived()
  await expect(page.getByText('Si conclude da sola dopo l’evento.')).toBeVisible()
  await expectMail(piazza.origin, DEMO_SELLER, 'partecipa al tuo evento')
  await owner.goto(pathOf(page))
  await owner.getByRole('button', { name: 'Concludi' }).click()
  await expect(owner.getByText(/^Concluso il/)).toBeVisible()
  // The request that is open shows it at once.
  await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
  await review(page)
})

test('a request is closed with a reason that the other side reads, and cannot be paid any more', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza, seller: owner, consoleErrors }) => {
  await openWithCart(page, await publishByApi(piazza.origin, { delivery: 'personalmente' }))
  await page.goto('/payment')
  await page.getByLabel('Moneta').selectOption('Altra moneta, da concordare')
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.getByRole('button', { name: 'Trasferisci 4 VAL' }).click()
  const payment = page.getByRole('dialog', { name: 'Trasferire 4 VAL?' })
  await expect(payment).toBeVisible()
  await owner.goto(pathOf(page))
  await owner.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Chiudi la richiesta?' })
  await dialog.getByLabel('Motivo').fill('Appena venduta, mi dispiace!')
  await dialog.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  await expect(owner.getByText(/^Chiusa il/)).toBeVisible()
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
