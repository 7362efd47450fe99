import { DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { untilAnswered } from './idle.ts'
import { publishByApi } from './listings.ts'

test('pages past the end of a list are not found, and lead back', { tag: '@all' }, async ({ page, consoleErrors }) => {
  for (const path of ['/p/999', '/search/name/pane/p/999']) {
    const answer = await untilAnswered(page, () => page.goto(path))
    expect(answer?.status(), path).toBe(404)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.getByRole('main')).toContainText('finiscono prima')
    await expect(page.getByText('Nessun annuncio trovato')).toHaveCount(0)
  }
  expect((await page.goto('/p/1'))?.status()).toBe(200)
  consoleErrors.length = 0
})

test('an owner pauses a listing on its page; others read that it is not active, without «404»', {
  tag: '@all',
}, async ({ page, browser, piazza, consoleErrors }) => {
  const { id } = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_SELLER, `/product/${id}`)
  await expect(page.getByRole('heading', { name: 'È un tuo annuncio' })).toBeVisible()
  await expect(page.getByText('Visite')).toBeVisible()
  await page.getByRole('button', { name: 'Metti in pausa' }).click()
  await expect(page.getByText('Gli altri ora non lo vedono.')).toBeVisible()
  const visitor = await browser.newContext()
  const other = await visitor.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Annuncio non attivo' })).toBeVisible()
  await expect(other.getByText('404')).toHaveCount(0)
  await visitor.close()
  await page.getByRole('button', { name: 'Riattiva' }).click()
  await expect(page.getByRole('button', { name: 'Metti in pausa' })).toBeVisible()
  consoleErrors.length = 0
})

test('without JavaScript members’ pages say that they need it', { tag: '@all' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  for (const path of ['/orderhistory', '/profile', '/preferiti']) {
    await page.goto(path)
    await expect(page.locator('main noscript > *').first(), path).toBeVisible()
  }
  await context.close()
})
