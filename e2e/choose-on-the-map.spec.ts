import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_BUYER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { openWithCart, publishByApi } from './listings.ts'

const TILES = 'https://tile.openstreetmap.org/**'

/** Serves the map tiles, the only external resource of the map. */
const drawTiles = async (page: Page) => {
  const background = '#dfe7d8'
  const body = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()
  await page.route(TILES, (route) => route.fulfill({ contentType: 'image/png', body }))
}

test('an address is written, found and confirmed on the map', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
}) => {
  await drawTiles(page)
  await openAsDemoMember(page, DEMO_BUYER, '/shipping')
  await page.getByRole('button', { name: 'Scegli sulla mappa' }).click()
  await expect(page).toHaveURL('/map')
  await expect(page.getByRole('region', { name: 'Mappa' }).locator('img').first()).toBeVisible()
  await journey.arrived()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Scrivi un indirizzo che indichi un solo posto')).toBeVisible()
  await page.getByRole('combobox', { name: 'Indirizzo' }).fill('Via Roma 1, Pinerolo')
  await page.getByRole('option', { name: /Pinerolo/ }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL('/shipping?mappa')
  await expect(page.getByText('L’indirizzo scelto sulla mappa')).toBeVisible()
  await expect(page.getByLabel('Indirizzo', { exact: true })).toHaveValue('Via Roma 1')
  await expect(page.getByLabel('Città')).toHaveValue('Pinerolo')
  await expect(page.getByLabel('CAP')).toHaveValue('10064')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('shippingAddress') ?? '{}'))).toMatchObject({
    lat: expect.any(Number),
    lng: expect.any(Number),
    mapAddress: 'Via Roma 1, 10064 Pinerolo (TO)',
    name: 'Pinerolo',
    vicinity: 'Torino, Piemonte',
    googleAddressId: expect.stringMatching(/^istat:\d+$/),
  })
})

test('sending, chosen instead of meeting in person, is still chosen after the map', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  await drawTiles(page)
  await openWithCart(page, await publishByApi(piazza.origin))
  await page.goto('/shipping')
  await page.getByRole('radio', { name: 'Di persona' }).check()
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/payment')
  await page.goto('/shipping')
  await expect(page.getByRole('radio', { name: 'Di persona' })).toBeChecked()
  await page.getByRole('radio', { name: 'Spedizione' }).check()
  await page.getByRole('button', { name: 'Scegli sulla mappa' }).click()
  await page.getByRole('combobox', { name: 'Indirizzo' }).fill('Via Roma 1, Pinerolo')
  await page.getByRole('option', { name: /Pinerolo/ }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL('/shipping?mappa')
  await expect(page.getByRole('radio', { name: 'Spedizione' })).toBeChecked()
  await expect(page.getByLabel('Città')).toHaveValue('Pinerolo')
})

test('the map opens where the browser is, and a press on it chooses the comune', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await drawTiles(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 45.0667, longitude: 7.7 })
  await openAsDemoMember(page, DEMO_BUYER, '/map')
  await expect(page.locator('path.leaflet-interactive')).toBeVisible()
  await page.getByRole('region', { name: 'Mappa' }).click({ position: { x: 150, y: 100 } })
  await expect(page.getByRole('combobox', { name: 'Indirizzo' })).toHaveValue(/Torino \(TO\)/)
})

test('without tiles places are still found, and a street of another city is cleared', { tag: '@all' }, async ({
  page,
  consoleErrors,
}) => {
  await page.route(TILES, (route) => route.abort())
  await openAsDemoMember(page, DEMO_BUYER, '/shipping')
  await page.getByLabel('Indirizzo', { exact: true }).fill('Via Roma 1')
  await page.getByLabel('Città').fill('Torino')
  await page.getByRole('button', { name: 'Scegli sulla mappa' }).click()
  await page.getByRole('combobox', { name: 'Indirizzo' }).fill('Ivrea')
  await page.getByRole('option', { name: /Ivrea/ }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL('/shipping?mappa')
  await expect(page.getByLabel('Città')).toHaveValue('Ivrea')
  await expect(page.getByLabel('Indirizzo', { exact: true })).toHaveValue('')
  consoleErrors.length = 0
})
