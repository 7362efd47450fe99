import type { Route } from '@playwright/test'
import { aVerifiedMember, DEMO_BUYER, DEMO_PASSWORD, openAs } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

// A screen is 844 pixels high.
const MOST_SCREENS = 2.5

test('the profile is a short list that says what waits, and old links to its parts lead to their pages', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await aVerifiedMember(piazza.origin)
  await openAs(page, owner, '/profile')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Saldo' })).toBeVisible()
  await expect(main.getByRole('img', { name: 'Codice QR per pagarti' })).toBeVisible()
  for (const name of ['Annunci', 'Attività', 'Storico', 'Portafoglio', 'Anelli', 'Preferiti', 'Ricerche salvate'])
    await expect(main.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(1)
  await expect(main.getByRole('textbox')).toHaveCount(0)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(MOST_SCREENS * 844)
  await journey.arrived()

  await expect(main.getByRole('link', { name: 'Attività Richieste ricevute', exact: true })).toBeVisible()
  const { id: product } = await publishByApi(piazza.origin, {}, owner)
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  await callApi(piazza.origin, 'POST', '/orders', {
    token,
    body: { orderItems: [{ product, qty: 1 }], inPerson: true },
  })
  await expect(main.getByRole('link', { name: 'Attività Richieste ricevute 1 aspetta te' })).toBeVisible()

  for (const [anchor, path, region] of [
    ['offerente', '/profilo/dati#offerente', 'Dati da offerente'],
    ['passkey', '/profilo/sicurezza#passkey', 'Passkey'],
    ['blocchi', '/profilo/privacy#blocchi', 'Persone bloccate'],
  ]) {
    await page.goto('/')
    await page.goto(`/profile#${anchor}`)
    await expect(page).toHaveURL(path ?? '')
    await expect(page.getByRole('region', { name: region })).toBeInViewport()
  }
})

test('notices are chosen in three groups or one by one, and those about exchanges and money always come', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza }) => {
  await openAs(page, await aVerifiedMember(piazza.origin), '/avvisi/preferenze')
  const main = page.getByRole('main')
  await expect(main.getByRole('combobox')).toHaveCount(3)
  await expect(main.getByRole('listitem').filter({ hasText: 'Scambi e denaro' })).toContainText('Sempre')
  const messages = page.getByLabel('Messaggi', { exact: true })
  await expect(messages).toHaveValue('now')
  await journey.arrived()
  await page.getByText('Scegli voce per voce').click()
  // A choice made while another is being saved is saved too.
  const chooseAnother = async (route: Route) => {
    await page.getByLabel('Quello che segui').selectOption('Mai')
    await route.continue()
  }
  await page.route('**/api/notices/preferences', chooseAnother, { times: 1 })
  await page.getByLabel('Messaggi non letti').selectOption('Mai')
  await expect(page.getByText('Salvato.')).toBeVisible()
  await page.reload()
  await expect(messages.getByRole('option', { selected: true })).toHaveText('Scelte diverse')
  for (const [label, way] of [
    ['Messaggi non letti', 'never'],
    ['VAL chiesti', 'now'],
    ['Recensioni, risposte e pareri', 'never'],
    ['Evaporazioni in arrivo', 'daily'],
  ])
    await expect(page.getByLabel(label ?? '')).toHaveValue(way ?? '')
  await messages.selectOption('Subito')
  await expect(page.getByLabel('Messaggi non letti')).toHaveValue('now')
  await expect(page.getByText('Salvato.')).toBeVisible()
})
