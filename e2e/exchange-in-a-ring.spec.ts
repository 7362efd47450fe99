import type { Browser, Page } from '@playwright/test'
import { sql } from '#server/platform/db/sql.ts'
import { aVerifiedMember, openAs } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'

type Piazza = { origin: string; folder: string }
type Account = Awaited<ReturnType<typeof aVerifiedMember>>

const publishAs = async ({ origin }: Piazza, { email, password }: Account, listing: object) => {
  const { token } = await signInByApi(origin, email, password)
  const { product } = await callApi(origin, 'POST', '/products', { token, body: {} })
  const body = { ...product, category: 'Varie', ...listing }
  await callApi(origin, 'PUT', `/products/${product._id}`, { token, body })
}

/** Members who joined long enough ago; each offers what the next one seeks, and has an own browser on /anelli. */
const aRing = async (piazza: Piazza, browser: Browser, things: string[]) => {
  const accounts = await Promise.all(things.map(() => aVerifiedMember(piazza.origin)))
  const emails = accounts.map(({ email }) => email)
  await moveTime(
    piazza.folder,
    (db) => db.execute(sql`update member set created_at = now() - interval '60 days' where email = any(${emails})`),
    'end-rings',
  )
  for (const [index, account] of accounts.entries()) {
    const next = accounts[(index + 1) % accounts.length] as Account
    const name = things[index]
    await publishAs(piazza, account, { name, section: 'offro', priceVal: 10 + index })
    await publishAs(piazza, next, { name: `Cerco ${name}`, section: 'cerco' })
  }
  const pages: Page[] = []
  for (const account of accounts) {
    const page = await (await browser.newContext({ baseURL: piazza.origin })).newPage()
    await openAs(page, account, '/anelli')
    await expect(page.getByRole('heading', { level: 1, name: 'Anelli di scambio' })).toBeVisible()
    pages.push(page)
  }
  return { accounts, pages: pages as [Page, Page, Page] }
}

/** Reads the page again until the job has proposed the ring. */
const expectRing = (page: Page, people: number) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: `Anello di ${people} persone` })).toBeVisible({ timeout: 10_000 })
  }).toPass()

test('three members accept a ring, each in their own browser, and have three requests', { tag: '@all' }, async ({
  browser,
  piazza,
}) => {
  const { accounts, pages } = await aRing(piazza, browser, ['Arcolaio', 'Sestante', 'Pantografo'])
  const [first, second, third] = pages
  for (const page of pages) await expectRing(page, 3)
  await expect(first.getByRole('article')).toContainText(`Tu dai «Arcolaio» a ${accounts[1]?.username}`)
  await expect(first.getByRole('article')).toContainText('Differenza in VAL da mettere: 2 VAL')
  await expect(third.getByRole('article')).toContainText('Differenza in VAL a tuo favore: 1 VAL')
  await expect(first.getByText(accounts[1]?.email ?? '')).toHaveCount(0)

  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Accetta' }).click()
    await expect(page.getByText(/Hai accettato: si aspettano gli altri/)).toBeVisible()
  }
  // Nobody learns what the others have answered.
  await third.reload()
  await expect(third.getByText('Da decidere: restano 7 giorni')).toBeVisible()
  await third.getByRole('button', { name: 'Accetta' }).click()
  await expect(third.getByText('Hanno accettato tutti')).toBeVisible()

  await first.reload()
  await expect(first.getByText('Hanno accettato tutti')).toBeVisible()
  await expect(first.getByRole('link', { name: 'Vai alla richiesta' })).toHaveCount(2)
  await first.getByRole('link', { name: 'Vai alla richiesta' }).first().click()
  await expect(first.getByText('Richiesta nata da un anello di scambio.').first()).toBeVisible()
  await first.goto('/avvisi')
  await expect(first.getByRole('main')).toContainText('Hanno accettato tutti')
  for (const page of pages) await page.context().close()
})

test('a member declines a ring: the others learn only that it did not come about', { tag: '@all' }, async ({
  browser,
  piazza,
}) => {
  const { accounts, pages } = await aRing(piazza, browser, ['Astrolabio', 'Ghironda', 'Tombolo'])
  const [first, second, third] = pages
  for (const page of pages) await expectRing(page, 3)
  await first.getByRole('button', { name: 'Accetta' }).click()
  await expect(first.getByText(/Hai accettato/)).toBeVisible()

  await second.getByRole('button', { name: 'Non mi interessa' }).click()
  await second.getByRole('button', { name: 'Rinuncio' }).click()
  await expect(second.getByText('Non si è concluso', { exact: true })).toBeVisible()

  for (const page of [first, third]) {
    await page.reload()
    await expect(page.getByText('Non si è concluso', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accetta' })).toHaveCount(0)
    await page.goto('/avvisi')
    const told = page.getByRole('main')
    await expect(told).toContainText('non si è concluso')
    await expect(told).not.toContainText(accounts[1]?.username ?? '')
  }
  for (const page of pages) await page.context().close()
})
