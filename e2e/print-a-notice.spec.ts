import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

test('a listing prints as one A4 notice, whose code leads back to it', { tag: '@all' }, async ({ page, piazza }) => {
  const { products } = await (await fetch(`${piazza.origin}/api/products?name=pane%20grano%20antico`)).json()
  const path = `/product/${products[0]._id}`
  // Printed in light colours also with the dark scheme.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Contatta Offerente' })).toBeHidden()
  const { host } = new URL(piazza.origin)
  await expect(page.getByText(`o cerca «${products[0].name}» su ${host}`)).toBeVisible()

  const readCode = async () => {
    const picture = await page.getByRole('img', { name: 'Codice QR dell’annuncio' }).screenshot()
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
  }
  // What is still loading may move the code while the picture is taken.
  await expect.poll(readCode).toBe(`${piazza.origin}${path}`)

  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(paper).toMatch(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/)
})

test('the notice is not visible on screen', { tag: '@all' }, async ({ page, piazza }) => {
  const { products } = await (await fetch(`${piazza.origin}/api/products?section=offro`)).json()
  await page.goto(`/product/${products[0]._id}`)
  await expect(page.getByRole('img', { name: 'Codice QR dell’annuncio' })).toBeHidden()
})
