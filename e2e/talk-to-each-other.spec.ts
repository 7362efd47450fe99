import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { publish } from './listings.ts'

test('two members talk to each other, live, and the bell counts what one of them has not seen @phone', async ({
  page,
  journey,
  piazza,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: piazza.origin, viewport: page.viewportSize() })
  const seller = await context.newPage()
  await openAsDemoMember(seller, DEMO_SELLER, '/productlist/seller')
  const listing = await publish(seller, { priceVal: '4', stock: '3' })
  // Other tests may have left notices to the demo seller; opening the page marks them as seen.
  await seller.goto('/avvisi')
  await expect(seller.getByRole('link', { name: 'Avvisi', exact: true })).toBeAttached({ timeout: 20_000 })

  await openAsDemoMember(page, DEMO_BUYER, listing.path)
  await page.getByRole('button', { name: 'Fai una domanda' }).click()
  await expect(page).toHaveURL(/\/messaggi\/./)
  await journey.arrived()
  await expect(page.getByText('Ancora nessun messaggio')).toBeVisible()

  await page.getByRole('textbox', { name: /^Scrivi a/ }).fill('È ancora disponibile? Vedi https://altrove.example/x')
  await page.getByRole('button', { name: 'Invia' }).click()
  const log = page.getByRole('log', { name: /Messaggi con/ })
  await expect(log).toContainText('È ancora disponibile?')
  await expect(log.getByRole('link')).toHaveCount(0)
  await expect(log).toContainText('Contiene un indirizzo esterno')
  await journey.arrived()

  await expect(seller.getByRole('link', { name: 'Avvisi, 1 da vedere' })).toBeAttached({ timeout: 20_000 })
  await seller.goto('/messaggi')
  await seller.getByRole('link', { name: /È ancora disponibile/ }).click()
  await expect(seller.getByRole('log')).toContainText('È ancora disponibile?')
  await expect(seller.getByRole('link', { name: 'Avvisi', exact: true })).toBeAttached({ timeout: 20_000 })

  await seller.getByRole('textbox', { name: /^Scrivi a/ }).fill('Sì, passa quando vuoi.')
  await seller.getByRole('button', { name: 'Invia' }).click()
  await expect(log).toContainText('Sì, passa quando vuoi.', { timeout: 20_000 })
  await page.getByRole('textbox', { name: /^Scrivi a/ }).fill('Vengo domani')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(seller.getByRole('log')).toContainText('Vengo domani', { timeout: 20_000 })
  await context.close()
})

test('the bell counts the same in two tabs', async ({ page, piazza }) => {
  await openAsDemoMember(page, DEMO_BUYER, '/')
  const second = await page.context().newPage()
  await second.goto('/tutti_noi')
  const tell = async () => {
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      return (await fetch(piazza.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { token } = await post('/api/users/signin', { email: DEMO_SELLER, password: DEMO_PASSWORD })
    const { products } = await (await fetch(`${piazza.origin}/api/products?section=offro`)).json()
    return { token, products, post }
  }
  const { token, products, post } = await tell()
  const buyer = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}')._id)
  const listing = products.find(({ seller }: { seller: { _id: string } }) => seller._id === buyer)
  const { _id: thread } = await post('/api/threads', { listing: listing._id }, token)
  await post(`/api/threads/${thread}/messages`, { text: 'Buongiorno' }, token)
  for (const tab of [page, second])
    await expect(tab.getByRole('link', { name: /^Avvisi, \d+ da vedere$/ })).toBeAttached({ timeout: 20_000 })
  await second.goto('/avvisi')
  for (const tab of [page, second])
    await expect(tab.getByRole('link', { name: 'Avvisi', exact: true })).toBeAttached({ timeout: 20_000 })
})

test('one kind of mail is turned off with the link in it, the others go on', async ({ page, journey }) => {
  await openAsDemoMember(page, DEMO_BUYER, '/avvisi/preferenze')
  await journey.arrived()
  await page.getByLabel('Recensioni ricevute').selectOption('Mai')
  await expect(page.getByText('Salvato.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Recensioni ricevute')).toHaveValue('never')
  await expect(page.getByLabel('Richieste e promemoria')).toHaveValue('now')
  await journey.visit('/avvisi')
  await journey.visit('/messaggi')
})
