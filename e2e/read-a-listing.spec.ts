import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

type Shown = { _id: string; name: string; image: string[]; description: string }

// Other journeys publish too, some of them without a picture or a description; the best rated ones are the demo's.
const listingWithPicture = async (origin: string): Promise<Shown> => {
  const query = 'section=offro&picture=1&order=toprated&pageSize=60'
  const { products } = (await (await fetch(`${origin}/api/products?${query}`)).json()) as { products: Shown[] }
  const found = products.find(({ description }) => description !== '')
  if (!found) throw new Error('no listing with a picture')
  return found
}

test('a listing’s page tells what it is, how much, from whom, and how to contact them', { tag: '@phone' }, async ({
  page,
  journey,
  piazza,
}) => {
  const listing = await listingWithPicture(piazza.origin)
  await journey.visit('/')
  await page.goto(`/product/${listing._id}`)
  await journey.arrived()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.name)
  await expect(page.getByRole('main')).toContainText(listing.description.slice(0, 40))
  await expect(page.getByRole('main')).toContainText(/\d VAL/)
  await expect(page.getByRole('button', { name: 'Contatta Offerente' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recensioni' })).toBeVisible()
})

const topOf = async (locator: Locator): Promise<number> =>
  locator.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)

test('the first screens of a phone tell title, price, person and description; share and report are last', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza }) => {
  const listing = await listingWithPicture(piazza.origin)
  await page.goto(`/product/${listing._id}`)
  const main = page.getByRole('main')
  expect(await topOf(main.getByRole('heading', { level: 1 }))).toBeLessThan(844)
  expect(await topOf(main.getByText(/^\d[\d.,]* VAL$/).first())).toBeLessThan(844)
  const person = await topOf(main.getByRole('link', { name: /^Offerente/ }))
  const description = await topOf(main.getByRole('heading', { name: 'Descrizione' }))
  const reviews = await topOf(main.getByRole('heading', { name: 'Recensioni' }))
  expect(person).toBeLessThan(description)
  expect(description).toBeLessThan(1.5 * 844)
  expect(await topOf(main.locator('#contatto'))).toBeGreaterThan(description)
  const share = main.locator('summary').filter({ hasText: 'Condividi' })
  expect(await topOf(share)).toBeGreaterThan(reviews)
  expect(await topOf(main.locator(`a[href="/segnala?tipo=listing&id=${listing._id}"]`))).toBeGreaterThan(reviews)
  const picture = main
    .getByRole('region', { name: /^Foto di/ })
    .getByRole('img')
    .first()
  await expect(picture).toHaveCSS('object-fit', 'cover')
  const box = await picture.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1)
})

test('every viewer reads what is left, and when an event was published', { tag: '@all' }, async ({ page, piazza }) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const times = { startsAt: day(2), endsAt: day(3) }
  for (const [options, text] of [
    [{ section: 'offro', countInStock: 1 }, 'Disponibile: 1 pezzo'],
    [{ section: 'dono', countInStock: 4 }, 'Disponibile: 4 pezzi'],
    [{ section: 'cerco', countInStock: 2 }, 'Cercati: 2'],
    [{ section: 'avviso', places: 12, ...times }, 'Posti liberi: 12'],
    [{ section: 'offro', countInStock: 0 }, 'Esaurito'],
  ] as const) {
    const { id } = await publishByApi(piazza.origin, options)
    await page.goto(`/product/${id}`)
    await expect(
      page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Pubblicato oggi')
  }
})

test('a listing in a place that is no comune has a page like the others', { tag: '@all' }, async ({ piazza }) => {
  const { id, name } = await publishByApi(piazza.origin, { municipality: 'Abbadia Alpina', city: 'Pinerolo' })
  const answer = await fetch(`${piazza.origin}/product/${id}`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(`<title>${name}`)
})

test('the HTML itself has the title, text and picture that a shared link shows', async ({ piazza }) => {
  const listing = await listingWithPicture(piazza.origin)
  const html = await (await fetch(`${piazza.origin}/product/${listing._id}`)).text()
  const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toContain(listing.name.slice(0, 20))
  expect(meta('og:title')).toContain(listing.name.slice(0, 20))
  expect(meta('og:description')).toBeTruthy()
  expect(meta('og:image')).toBe(`${piazza.origin}${listing.image[0]}`)
  expect(html).toContain(`<link rel="canonical" href="${piazza.origin}/product/${listing._id}"`)
  const picture = await fetch(meta('og:image') ?? '')
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
})

test('a picture that fails to load gives way to the placeholder', { tag: '@all' }, async ({ page, consoleErrors }) => {
  await page.route('**/uploads/**', (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('main article img').first()).toHaveAttribute('src', /^\/placeholder\//)
  consoleErrors.length = 0
})

test('everything can be read without JavaScript', async ({ browser, piazza }) => {
  const listing = await listingWithPicture(piazza.origin)
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: piazza.origin })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'NUOVE ATTIVITÀ' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sezioni' }).getByRole('link', { name: 'Cerco' }).click()
  await expect(page).toHaveURL('/?sezione=cerco')
  await expect(page.locator('main article').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).fill(listing.name.split(' ')[0] ?? '')
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).press('Enter')
  await expect(page.locator('main article').first()).toBeVisible()
  await page.goto(`/product/${listing._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.name)
  await page.close()
})

test('a page that does not exist says so in Italian and answers 404', { tag: ['@all', '@phone'] }, async ({
  page,
  consoleErrors,
}) => {
  for (const [path, message] of [
    ['/niente', 'La pagina che cerchi non esiste.'],
    ['/p/0', 'La pagina che cerchi non esiste.'],
    ['/product/non-esiste', 'Questo annuncio non esiste o non è più in vetrina.'],
    ['/product/00000000-0000-7000-8000-000000000000', 'Questo annuncio non esiste o non è più in vetrina.'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('main').getByText(message)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Torna alla vetrina' })).toBeVisible()
  }
  consoleErrors.length = 0
})
