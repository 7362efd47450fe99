import type { Page } from '@playwright/test'
import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { faultsAtEverySize, PHONE } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

const PRICE = { priceVal: 1250.5, priceEuro: 120, delivery: 'personalmente' }

const fitsAtEverySize = async (page: Page, name: RegExp): Promise<void> => {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  expect(await faultsAtEverySize(page)).toEqual([])
}

test.beforeEach(({ page }) => page.setViewportSize(PHONE))

test('the box that contacts an owner fits at 320 pixels, 400 % zoom and text at 200 %', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const { id } = await publishByApi(piazza.origin, PRICE)
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await fitsAtEverySize(page, /^Scrivi a/)
})

test('the sheet with the filters fits at 320 pixels, 400 % zoom and text at 200 %', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/search')
  await page.getByRole('button', { name: /^Filtri/ }).click()
  await fitsAtEverySize(page, /^Filtri/)
})

test('a transfer of a large sum and its confirmation fit at 320 pixels, 400 % zoom and text at 200 %', {
  tag: '@all',
}, async ({ page, piazza }) => {
  const { id } = await publishByApi(piazza.origin, PRICE)
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  const { token: owner } = await signInByApi(piazza.origin, DEMO_SELLER, DEMO_PASSWORD)
  const { order } = await callApi(piazza.origin, 'POST', '/orders', {
    token,
    body: { orderItems: [{ product: id, qty: 1 }] },
  })
  const terms = { val: PRICE.priceVal, euro: PRICE.priceEuro }
  await callApi(piazza.origin, 'POST', `/orders/${order._id}/accept`, { token: owner, body: terms })
  await openAsDemoMember(page, DEMO_BUYER, `/order/${order._id}`)
  const transfer = page.getByRole('button', { name: 'Trasferisci 1.250,50 VAL' })
  await expect(transfer).toBeVisible()
  expect(await faultsAtEverySize(page)).toEqual([])
  await transfer.click()
  await fitsAtEverySize(page, /^Trasferire 1\.250,50 VAL\?/)
})
