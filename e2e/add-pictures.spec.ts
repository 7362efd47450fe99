import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aVerifiedMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { beginListing } from './listings.ts'
import { threePictures } from './pictures.ts'

const pictureOf = (page: Page, place: number) => page.getByAltText(`La foto ${place} dell’annuncio`)
const addressOf = async (page: Page, place: number) => {
  await expect(pictureOf(page, place)).toHaveAttribute('src', /^(data:|\/uploads)/)
  return pictureOf(page, place).getAttribute('src')
}

test('pictures are reordered by dragging and by keyboard, and removed', { tag: '@all' }, async ({ page, piazza }) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  await page.getByLabel('Aggiungi foto').setInputFiles(await threePictures())
  await expect(page.getByText('3 foto caricate')).toBeAttached()
  const [a, b, c] = [await addressOf(page, 1), await addressOf(page, 2), await addressOf(page, 3)]
  await pictureOf(page, 3).dragTo(pictureOf(page, 1))
  await expect(pictureOf(page, 1)).toHaveAttribute('src', c ?? '')
  await page.getByRole('button', { name: 'Sposta dopo la foto 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(pictureOf(page, 1)).toHaveAttribute('src', a ?? '')
  await expect(page.getByRole('button', { name: 'Sposta dopo la foto 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Togli la foto 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(pictureOf(page, 2)).toHaveAttribute('src', b ?? '')
  await expect(page.getByRole('button', { name: 'Togli la foto 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Sposta prima la foto 2' }).click()
  await expect(pictureOf(page, 1)).toHaveAttribute('src', b ?? '')
  await expect(page.getByText('Copertina', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Usa come copertina la foto 2' }).click()
  await expect(pictureOf(page, 1)).toHaveAttribute('src', a ?? '')
  await expect(page.getByRole('button', { name: 'Togli la foto 1' })).toBeFocused()
  await page.getByRole('button', { name: 'Togli la foto 2' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Togli la foto 1' })).toBeFocused()
  await page.getByRole('button', { name: 'Togli la foto 1' }).press('Enter')
  await expect(page.getByLabel('Aggiungi foto')).toBeFocused()
})

test('a WebP becomes a JPEG in the browser; a picture that the browser cannot read is refused with what to do', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza, journey }) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/uploads/s3')) uploads += 1
  })
  const webp = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#30a030' } })
    .webp()
    .toBuffer()
  // The server refuses everything but JPEG and PNG.
  const answered = page.waitForResponse('**/api/uploads/s3')
  await page.getByLabel('Aggiungi foto').setInputFiles({ name: 'orto.webp', mimeType: 'image/webp', buffer: webp })
  const stored = await fetch(new URL(await (await answered).text(), piazza.origin))
  const { dominant } = await sharp(Buffer.from(await stored.arrayBuffer())).stats()
  expect(dominant.g).toBeGreaterThan(dominant.r + 50)
  await expect(page.getByText('Una foto caricata')).toBeAttached()

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  await page.getByLabel('Aggiungi foto').setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: heic })
  await expect(page.getByRole('alert')).toHaveText(
    'Questo browser non riesce a leggere «IMG_1.HEIC»: salvala come JPEG o PNG e aggiungila di nuovo.',
  )
  await expect(page.getByRole('button', { name: /^Togli la foto/ })).toHaveCount(1)
  expect(uploads).toBe(1)
  await journey.arrived()
})

test('an upload that fails can be repeated, and the others go on in order', { tag: '@all' }, async ({
  page,
  piazza,
  consoleErrors,
}) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  let calls = 0
  await page.route('**/api/uploads/s3', (route) => {
    calls += 1
    return calls === 2 ? route.fulfill({ status: 503, json: { message: 'Torniamo subito.' } }) : route.continue()
  })
  await page.getByLabel('Aggiungi foto').setInputFiles(await threePictures())
  await expect(page.getByText('Una foto non è stata caricata.')).toBeAttached()
  await page.getByRole('button', { name: 'Riprova a caricare la foto 2' }).click()
  await expect(page.getByText('3 foto caricate')).toBeAttached()
  // The browser logs the refused upload.
  consoleErrors.length = 0
})
