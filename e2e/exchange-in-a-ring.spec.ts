import type { Browser, Page } from '@playwright/test'
import { sql } from '#server/platform/db/sql.ts'
import { aVerifiedMember, openAs } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { expectMail } from './mailbox.ts'

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

/** The requests of the viewer of a page: what they give first, then what they receive. */
const requestsOf = async (page: Page): Promise<string[]> => {
  const links = await page.getByRole('link', { name: 'Vai alla richiesta' }).all()
  return Promise.all(links.map(async (link) => (await link.getAttribute('href'))?.replace('/order/', '') ?? ''))
}

test('three members accept a ring, pay only the differences, and all see who has handed over and received', {
  tag: '@all',
}, async ({ browser, piazza }) => {
  const { accounts, pages } = await aRing(piazza, browser, ['Arcolaio', 'Sestante', 'Pantografo'])
  const [first, second, third] = pages
  const names = accounts.map(({ username }) => username)
  for (const page of pages) await expectRing(page, 3)
  await expect(first.getByRole('article')).toContainText(`Tu dai «Arcolaio» a ${names[1]}`)
  await expect(first.getByRole('article')).toContainText(`Metti 1 VAL per ${names[1]}`)
  await expect(first.getByRole('article')).toContainText('In tutto metti 2 VAL')
  await expect(second.getByRole('article')).toContainText(`${names[0]} mette 1 VAL per te`)
  await expect(third.getByRole('article')).toContainText('In tutto ricevi 1 VAL')
  await expect(first.getByText(accounts[1]?.email ?? '')).toHaveCount(0)

  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Accetta' }).click()
    await expect(page.getByText(/Hai accettato: si aspettano gli altri/)).toBeVisible()
  }
  // Nobody learns what the others have answered.
  await third.reload()
  await expect(third.getByText('Da decidere: restano 7 giorni')).toBeVisible()
  await third.getByRole('button', { name: 'Accetta' }).click()
  await expect(third.getByText('In corso', { exact: true })).toBeVisible()
  for (const { email } of accounts) await expectMail(piazza.origin, email, 'L’anello è fatto')

  // The open pages of the others follow.
  await expect(first.getByText('In corso', { exact: true })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Vai alla richiesta' })).toHaveCount(2)
  await first.getByRole('link', { name: 'Vai alla richiesta' }).first().click()
  await expect(first.getByText('fa parte di un anello di 3 persone: se la chiudi, si scioglie per tutti')).toBeVisible()
  await first.getByRole('link', { name: 'Guarda l’anello' }).click()
  await expect(first.getByRole('heading', { name: 'Anello di 3 persone' })).toBeVisible()

  const tokens = await Promise.all(
    accounts.map(async ({ email, password }) => (await signInByApi(piazza.origin, email, password)).token),
  )
  const step = (by: number, method: string, id: string | undefined, name: string) =>
    callApi(piazza.origin, method, `/orders/${id}/${name}`, { token: tokens[by] ?? '', body: {} })
  const [arcolaio, pantografo] = await requestsOf(first)
  const [sestante] = await requestsOf(second)
  await step(1, 'POST', sestante, 'handover')
  await first.reload()
  await expect(first.getByRole('article').getByText(/consegnato (il|l’)/)).toBeVisible()
  await step(2, 'PUT', sestante, 'deliver')
  await step(1, 'PUT', arcolaio, 'pay')
  await step(1, 'PUT', arcolaio, 'deliver')
  await step(2, 'PUT', pantografo, 'pay')
  await first.reload()
  await expect(first.getByRole('article').getByText(/ricevuto (il|l’)/)).toHaveCount(2)
  await expect(first.getByRole('article').getByText(/pagato (il|l’)/)).toHaveCount(2)
  await step(0, 'PUT', pantografo, 'deliver')
  for (const page of pages) {
    await expect(page.getByText('Concluso', { exact: true })).toBeVisible()
    await page.goto('/avvisi')
    await expect(page.getByRole('main')).toContainText('L’anello è concluso')
  }
  for (const page of pages) await page.context().close()
})

test('a member closes a request of a ring after a warning: it breaks for all', { tag: '@all' }, async ({
  browser,
  piazza,
}) => {
  const { accounts, pages } = await aRing(piazza, browser, ['Telaio', 'Clessidra', 'Alambicco'])
  const [first, second, third] = pages
  for (const page of pages) await expectRing(page, 3)
  for (const page of pages) await page.getByRole('button', { name: 'Accetta' }).click()
  for (const page of pages) await expect(page.getByText('In corso', { exact: true })).toBeVisible()

  await first.getByRole('link', { name: 'Vai alla richiesta' }).first().click()
  await first.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  const dialog = first.getByRole('dialog')
  await expect(dialog).toContainText('se la chiudi, si scioglie per tutti')
  await dialog.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  await expect(dialog).toBeHidden()

  for (const page of [second, third]) await expect(page.getByText('Si è sciolto', { exact: true })).toBeVisible()
  await expect(third.getByText('richiesta chiusa')).toHaveCount(3)
  for (const { email } of accounts) await expectMail(piazza.origin, email, 'si è sciolto')
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

  await second.getByRole('button', { name: 'No, grazie' }).click()
  await second.getByRole('button', { name: 'Rinuncia' }).click()
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
