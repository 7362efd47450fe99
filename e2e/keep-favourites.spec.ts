import { aVerifiedMember, DEMO_PASSWORD, DEMO_SELLER, signIn } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

test('hearts work for visitors, are merged at sign-in and follow the account', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
  browser,
  piazza,
  consoleErrors,
}) => {
  const member = await aVerifiedMember(piazza.origin)
  await journey.visit('/')
  const card = page.locator('main article').nth(1)
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('button', { name: /^Tra i preferiti/ }).click()
  await page.getByRole('link', { name: 'Preferiti (1)' }).click()
  await expect(page.locator('main article')).toHaveCount(1)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await journey.arrived()

  await page.route('**/api/products/*', (route) => route.abort())
  await page.reload()
  const retry = page.getByRole('button', { name: 'Riprova' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/products/*')
  await retry.click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  // The browser itself reports the failed request.
  consoleErrors.length = 0

  await page.goto('/signin')
  const merged = page.waitForResponse(/\/api\/favourites\/[0-9a-f-]{36}$/)
  await signIn(page, member.email, member.password)
  await merged
  await expect(page.getByRole('link', { name: 'Preferiti (1)' })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: piazza.origin })
  const other = await elsewhere.newPage()
  await other.goto('/signin')
  await signIn(other, member.email, member.password)
  await other.getByRole('link', { name: 'Preferiti (1)' }).click()
  await expect(other).toHaveURL('/preferiti')
  await expect(other.locator('main article')).toHaveCount(1)
  await expect(other.getByRole('heading', { name })).toBeVisible()
  await other.getByRole('button', { name: /^Tra i preferiti/ }).click()
  await expect(other.getByRole('button', { name: /^Tra i preferiti/ })).toHaveAttribute('aria-pressed', 'false')
  await elsewhere.close()
})

test('«Avvisami se torna» on a sold-out listing asks visitors to sign in, and members are told when it is back', {
  tag: '@all',
}, async ({ page, journey, piazza }) => {
  const member = await aVerifiedMember(piazza.origin)
  const { id, name } = await publishByApi(piazza.origin, { countInStock: 0 })
  const { id: found } = await publishByApi(piazza.origin, { countInStock: 0, section: 'cerco' })
  await page.goto(`/product/${found}`)
  await expect(page.getByText('Trovato').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avvisami se torna' })).toHaveCount(0)
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Avvisami se torna' }).click()
  await journey.arrived()
  await page.getByText('Per saperlo se torna').getByRole('link', { name: 'accedi' }).click()
  const merged = page.waitForResponse(`**/api/favourites/${id}`)
  await signIn(page, member.email, member.password)
  await merged
  await expect(page).toHaveURL(`/product/${id}`)
  await expect(page.getByText('se torna ti avvisiamo')).toBeVisible()
  await expect(page.getByRole('button', { name: `Tra i preferiti: ${name}` })).toHaveAttribute('aria-pressed', 'true')

  const { token } = await signInByApi(piazza.origin, DEMO_SELLER, DEMO_PASSWORD)
  const listing = await callApi(piazza.origin, 'GET', `/products/${id}`, { token })
  await callApi(piazza.origin, 'PUT', `/products/${id}`, { token, body: { ...listing, countInStock: 1 } })
  await expect(async () => {
    await page.goto('/avvisi')
    await expect(page.getByText(`«${name}» è di nuovo disponibile`)).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await page.getByRole('link', { name: `«${name}» è di nuovo disponibile` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('button', { name: 'Avvisami se torna' })).toHaveCount(0)
})
