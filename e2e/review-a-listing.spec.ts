import { aVerifiedMember, DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember, signIn } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

test('a member reviews a listing, once', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const person = await aVerifiedMember(piazza.origin)
  const { id } = await publishByApi(piazza.origin)
  await journey.visit(`/product/${id}`)
  await page.getByRole('region', { name: 'Recensioni' }).getByRole('link', { name: 'Accedi' }).click()
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(`/product/${id}`)
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Per favore lascia la tua valutazione e un commento')
  for (const option of ['1 Scarso', '2 Discreto', '3 Buono', '4 Molto Buono', '5 Eccellente']) {
    await expect(page.getByRole('radio', { name: option })).toBeAttached()
  }
  await page.getByRole('radio', { name: '4 Molto Buono' }).check()
  await page.getByLabel('Commento').fill('Gentile e puntuale.\nTornerò.')
  await journey.arrived()
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('La tua recensione è pubblicata.')).toBeVisible()
  const review = page.getByRole('listitem').filter({ hasText: person.username })
  await expect(review).toContainText('Gentile e puntuale.')
  await expect(review.getByRole('img', { name: '4 su 5' })).toBeVisible()

  await page
    .getByRole('region', { name: /^Altri annunci di/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page).not.toHaveURL(`/product/${id}`)
  await expect(page.getByRole('form', { name: 'La tua recensione' })).toBeVisible()
  await expect(page.getByText('La tua recensione è pubblicata.')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(`/product/${id}`)
  await page.reload()
  await expect(page.getByText('Hai già commentato questo annuncio.')).toBeVisible()
  consoleErrors.length = 0
})

test('a seller cannot review their own listing', { tag: '@all' }, async ({ page, piazza }) => {
  const { id } = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_SELLER, `/product/${id}`)
  await expect(page.getByRole('heading', { name: 'È un tuo annuncio' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recensioni' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'La tua recensione' })).toHaveCount(0)
})

test('the owner answers a review, once, for all to read', { tag: ['@all', '@both'] }, async ({
  page,
  journey,
  piazza,
  seller: owner,
}) => {
  const { id } = await publishByApi(piazza.origin)
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  const review = { rating: 3, comment: 'Buona, ma un po’ salata.' }
  await callApi(piazza.origin, 'POST', `/products/${id}/reviews`, { token, body: review })
  await owner.goto(`/product/${id}`)
  await owner.getByRole('button', { name: /^Rispondi a/ }).click()
  await owner.getByRole('button', { name: 'Pubblica la risposta' }).click()
  await expect(owner.getByLabel('La tua risposta')).toHaveAttribute('aria-invalid', 'true')
  await owner.getByLabel('La tua risposta').fill('Grazie: la prossima volta meno sale.')
  await owner.getByRole('button', { name: 'Pubblica la risposta' }).click()
  await expect(owner.getByText('Risposta di Forno del Borgo (demo)')).toBeVisible()
  await expect(owner.getByRole('button', { name: /^Rispondi a/ })).toHaveCount(0)

  await journey.visit(`/product/${id}`)
  const shown = page.getByRole('listitem').filter({ hasText: 'un po’ salata' })
  await expect(shown).toContainText('senza scambio')
  await expect(shown).toContainText('Grazie: la prossima volta meno sale.')
})

test('a listing has structured data for the product and its breadcrumbs', { tag: '@all' }, async ({ piazza }) => {
  const { products } = await (await fetch(`${piazza.origin}/api/products?section=offro&order=toprated`)).json()
  const html = await (await fetch(`${piazza.origin}/product/${products[0]._id}`)).text()
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  )
  expect(data[0]).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: { length: 4 } })
  expect(data[1]).toMatchObject({ name: products[0].name, aggregateRating: { ratingValue: products[0].rating } })
})
