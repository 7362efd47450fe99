import type { Page } from '@playwright/test'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { aVerifiedMember, DEMO_ADMIN, DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { expectHeadline } from './requests.ts'

const OWNER = 'Forno del Borgo (demo)'
const REQUESTER = 'Orto della Collina (demo)'

/** A request about an offer for 4 VAL and 2 €, whose VAL have been transferred. */
const aPaidRequest = async (origin: string, owner = { email: DEMO_SELLER, password: DEMO_PASSWORD }) => {
  const { id, name } = await publishByApi(origin, { delivery: 'personalmente' }, owner)
  const { token } = await signInByApi(origin, DEMO_BUYER, DEMO_PASSWORD)
  const { token: ownerToken } = await signInByApi(origin, owner.email, owner.password)
  const body = { orderItems: [{ product: id, qty: 1 }], message: 'Passo sabato?' }
  const { order } = await callApi(origin, 'POST', '/orders', { token, body })
  const path = `/orders/${order._id}`
  await callApi(origin, 'POST', `${path}/accept`, { token: ownerToken, body: { val: 4, euro: 2 } })
  await expect(async () => callApi(origin, 'POST', `${path}/transfer`, { token, body: {} })).toPass()
  return { id: order._id as string, name, token, ownerToken }
}

const report = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Qualcosa non va' }).click()
  const dialog = page.getByRole('dialog', { name: 'Qualcosa non va' })
  await expect(dialog).toContainText('legge questa richiesta con i vostri messaggi')
  await dialog.getByLabel('Che cosa non va').fill(text)
  await dialog.getByRole('button', { name: 'Chiedi aiuto all’associazione' }).click()
  await expectHeadline(page, 'C’è un problema')
}

const decide = async (page: Page, outcome: string, reason: string) => {
  await page.getByRole('radio', { name: outcome }).check()
  await page.getByLabel('Motivo').fill(reason)
  await page.getByRole('button', { name: 'Decidi', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Decidere così?' })
  await expect(dialog).toContainText(reason)
  await dialog.getByRole('button', { name: 'Conferma la decisione' }).click()
  return dialog
}

test('two people disagree, the association returns the VAL, and the payee objects', { tag: ['@all', '@both'] }, async ({
  page,
  browser,
  journey,
  piazza,
  seller: owner,
}) => {
  const { id, name } = await aPaidRequest(piazza.origin)
  const context = await browser.newContext({ baseURL: piazza.origin, viewport: page.viewportSize() })
  const admin = await context.newPage()
  await openAsDemoMember(admin, DEMO_ADMIN, `/order/${id}`)
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(admin.getByText('I loro messaggi')).toHaveCount(0)
  await expect(admin.getByText('Passo sabato?')).toHaveCount(0)

  await openAsDemoMember(page, DEMO_BUYER, `/order/${id}`)
  await report(page, 'Il negozio è sempre chiuso.')
  await expectMail(piazza.origin, DEMO_SELLER, `Qualcosa non va: ${name}`)
  await page.getByRole('button', { name: 'Il problema è risolto' }).click()
  await expectHeadline(page, 'Hai trasferito 4 VAL')
  await expectMail(piazza.origin, DEMO_SELLER, `Risolto: ${name}`)
  await report(page, 'Di nuovo chiuso.')
  await journey.arrived()
  await owner.goto(`/order/${id}`)
  await expect(owner.getByText(`${REQUESTER} ha segnalato`)).toContainText('«Di nuovo chiuso.»')
  await expect(owner.getByRole('button', { name: 'Il problema è risolto' })).toHaveCount(0)

  await admin.goto('/orderlist')
  await admin.getByRole('link', { name: 'Con un problema' }).click()
  await expect(admin.getByRole('listitem').filter({ hasText: name })).toContainText('C’è un problema')
  await admin.getByRole('link', { name, exact: true }).click()
  await expect(admin.getByText('Passo sabato?')).toBeVisible()
  await expect(admin.getByRole('textbox', { name: /^Scrivi a/ })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Decidi', exact: true }).click()
  await expect(admin.getByText('Compila questo campo.')).toBeVisible()
  await decide(admin, `4 VAL tornano a ${REQUESTER}`, 'La focaccia non è mai stata consegnata.')
  await expect(admin.getByText('Il motivo: La focaccia non è mai stata consegnata.')).toBeVisible()
  await expectMail(piazza.origin, DEMO_BUYER, `L’associazione ha deciso: ${name}`)
  await expectMail(piazza.origin, DEMO_SELLER, `L’associazione ha deciso: ${name}`)
  await expectHeadline(page, 'Chiusa')
  await expect(page.getByText(`4 VAL tornano da ${OWNER} a ${REQUESTER}.`)).toBeVisible()
  await journey.arrived()

  const decision = await linkInMail(piazza.origin, DEMO_SELLER, '/decisioni/')
  await owner.goto(decision)
  await expect(owner.getByText('I VAL tornano a chi li aveva trasferiti')).toBeVisible()
  await expect(owner.getByText('Solo questa richiesta')).toBeVisible()
  await owner.getByLabel('Perché non sei d’accordo').fill('Ho consegnato tutto.')
  await owner.getByRole('button', { name: 'Fai ricorso' }).click()
  await expect(owner.getByText('In esame: ti scriviamo appena è deciso.')).toBeVisible()

  await admin.goto(decision)
  await admin.getByLabel('Esito').selectOption({ label: 'Annulla la decisione: i VAL tornano a chi li aveva ricevuti' })
  await admin.getByLabel('Perché la annulli').fill('C’è la ricevuta della consegna.')
  await admin.getByRole('button', { name: 'Decidi il ricorso' }).click()
  await expect(admin.getByText('Accolto: la decisione è annullata')).toBeVisible()
  await expectMail(piazza.origin, DEMO_SELLER, 'accolto')
  await admin.goto('/registro')
  await expect(admin.getByRole('row').filter({ hasText: 'Problema di una richiesta deciso' }).first()).toContainText(
    'La focaccia non è mai stata consegnata.',
  )
  await expect(
    admin
      .getByRole('row')
      .filter({ hasText: 'Decisione: VAL restituiti' })
      .first()
      .getByRole('link', { name: 'Su una richiesta' }),
  ).toBeVisible()
  await context.close()
})

test('VAL that the payee no longer has are not returned, and the admin is told', { tag: '@all' }, async ({
  page,
  piazza,
  consoleErrors,
}) => {
  const { origin } = piazza
  const owner = await aVerifiedMember(origin)
  const { id, token, ownerToken } = await aPaidRequest(origin, owner)
  const wallet = () => callApi(origin, 'GET', '/wallet', { token: ownerToken })
  // 100 VAL of welcome, and the 4 of the request.
  await expect.poll(async () => (await wallet()).balance).toBe(104)
  const gift = { to: 'FORNO_DEL_BORGO', amount: 101, password: owner.password }
  await callApi(origin, 'POST', '/wallet/transfers', { token: ownerToken, body: gift })
  await expect.poll(async () => (await wallet()).balance).toBe(3)
  await callApi(origin, 'POST', `/orders/${id}/problem`, { token, body: { text: 'Non risponde.' } })

  await openAsDemoMember(page, DEMO_ADMIN, `/order/${id}`)
  const dialog = await decide(page, '4 VAL tornano', 'Non ha consegnato.')
  await expect(dialog.getByRole('alert')).toHaveText(ORDER_MESSAGES.payeeLacksVal)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await decide(page, '4 VAL restano a', 'Si sono accordati tra loro.')
  await expectHeadline(page, 'Chiusa')
  consoleErrors.length = 0
})
