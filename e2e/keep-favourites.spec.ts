import { aVerifiedMember, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('hearts work for visitors, are merged at sign-in and follow the account', { tag: '@phone' }, async ({
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
