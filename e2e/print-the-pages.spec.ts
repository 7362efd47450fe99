import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

const SIZES = {
  a4: /\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/,
  a5: /\/MediaBox \[0 0 4(19|20)(\.\d+)? 59\d(\.\d+)?\]/,
}

test('all listings are printed as a booklet of either size, with numbers and codes that lead back', {
  tag: '@all',
}, async ({ page, piazza }) => {
  const { products } = await (await fetch(`${piazza.origin}/api/products?name=pane%20grano%20antico`)).json()
  const [{ _id, name }] = products
  for (const [format, size] of Object.entries(SIZES)) {
    await page.emulateMedia({ media: 'print' })
    await page.goto(`/pagine?formato=${format}`)
    await expect(page.getByRole('heading', { name: 'Indice' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Stampa/ })).toBeHidden()
    const picture = await page
      .getByRole('img', { name: `Codice QR di ${name}`, exact: true })
      .screenshot({ scale: 'device' })
    const { data, info } = await sharp(picture).resize(400).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(`${piazza.origin}/product/${_id}`)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
    expect(paper).toMatch(size)
  }
})

test('the booklet of an area has its listings only, and an unknown comune is told', { tag: ['@all', '@both'] }, async ({
  page,
  journey,
  consoleErrors,
}) => {
  await journey.visit('/pagine')
  const entries = page.getByRole('article').getByRole('img')
  const all = await entries.count()
  await page.getByRole('combobox', { name: 'Vicino a (comune)' }).fill('Ivrea (TO)')
  await page.getByLabel('Entro').selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Prepara' }).click()
  await expect(page.getByText(/Annunci entro \d+ km da Ivrea/)).toBeVisible()
  expect(await entries.count()).toBeLessThan(all)
  await page.goto('/pagine?near=Nessunluogo&km=10')
  await expect(page.getByRole('alert')).toBeVisible()
  // The unknown comune is answered 400.
  consoleErrors.length = 0
})
