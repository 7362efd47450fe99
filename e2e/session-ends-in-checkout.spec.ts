import type { Page } from '@playwright/test'
import { DEMO_BUYER, DEMO_PASSWORD, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'

/** As if the session had ended on the server. */
const endSession = (page: Page) =>
  page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    localStorage.setItem('userInfo', JSON.stringify({ ...user, token: 'scaduto' }))
  })

const signInAgain = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'La sessione è scaduta' })
  await expect(dialog).toContainText('quello che hai scritto resta qui')
  await dialog.getByLabel('E-mail').fill(DEMO_BUYER)
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Accedi' }).click()
  await expect(dialog).toBeHidden()
}

test('a reload in mid-checkout after the session has ended loses neither cart nor address nor step, and says so', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza, consoleErrors }) => {
  const bread = await publishByApi(piazza.origin, { delivery: 'posta' })
  await openAsDemoMember(page, DEMO_BUYER, `/cart/${bread.id}?qty=2`)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/shipping')
  await page.getByRole('textbox', { name: 'Nome e cognome' }).fill('Prova Esempio')
  await page.getByRole('textbox', { name: 'Indirizzo' }).fill('Via dei Portici 3')
  await page.getByRole('textbox', { name: 'Città' }).fill('Pinerolo')

  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL('/shipping')
  await expect(page.getByRole('textbox', { name: 'Indirizzo' })).toHaveValue('Via dei Portici 3')
  await expect(page.getByRole('textbox', { name: 'Città' })).toHaveValue('Pinerolo')
  await page.getByRole('textbox', { name: 'CAP' }).fill('10064')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  await signInAgain(page)
  await expect(page.getByRole('button', { name: /^Trasferisci 8 VAL a/ })).toBeVisible()

  await page.getByRole('link', { name: 'Continua senza trasferire' }).click()
  await expect(page).toHaveURL('/placeorder')
  await page.getByRole('textbox', { name: /^Messaggio per/ }).fill('Passo sabato alle dieci.')
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL('/placeorder')
  await expect(page.getByRole('main')).toContainText('Via dei Portici 3')
  await expect(page.getByRole('main')).toContainText(bread.name)
  await expect(page.getByRole('textbox', { name: /^Messaggio per/ })).toHaveValue('Passo sabato alle dieci.')
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await signInAgain(page)
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText('Passo sabato alle dieci.')
  await expect(page.getByRole('main')).toContainText('Via dei Portici 3')
  consoleErrors.length = 0
})

test('a pending transfer is followed to its end, also if the wallet could not be read after a reload', {
  tag: '@all',
}, async ({ page, piazza, consoleErrors }) => {
  const bread = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_BUYER, `/cart/${bread.id}?qty=1`)
  await page.clock.install()
  await page.goto('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  let status = 'pending'
  await page.route('**/api/payment', (route) =>
    route.fulfill({ status: 202, json: { _id: '1', status, transactionHash: '', from: '0x1', to: '0x2', amount: 4 } }),
  )
  await page.getByRole('button', { name: /^Trasferisci/ }).click()
  await expect(page.getByText('Trasferimento in corso di conferma')).toBeVisible()

  const unreadable = { status: 503, json: { message: 'La rete non risponde.' } }
  await page.route('**/api/wallet', (route) => route.fulfill(unreadable), { times: 1 })
  const refused = page.waitForResponse('**/api/wallet')
  await page.reload()
  await refused
  await expect(page.getByText('Trasferimento in corso di conferma')).toBeVisible()
  status = 'confirmed'
  await page.clock.runFor(6000)
  await expect(page.getByText('Trasferimento confermato')).toBeVisible()
  consoleErrors.length = 0
})

test('while a transfer is pending, a session that has ended asks nobody to sign in', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const bread = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_BUYER, `/cart/${bread.id}?qty=1`)
  await page.clock.install()
  await page.goto('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  let hasEnded = false
  let polls = 0
  await page.route('**/api/payment', async (route) => {
    polls++
    const pending = { _id: '1', status: 'pending', transactionHash: '', from: '0x1', to: '0x2', amount: 4 }
    await (hasEnded ? route.continue() : route.fulfill({ status: 202, json: pending }))
  })
  await page.getByRole('button', { name: /^Trasferisci/ }).click()
  await expect(page.getByText('Trasferimento in corso di conferma')).toBeVisible()

  // In this order: with a valid token, a poll that reaches the server would pay.
  await endSession(page)
  hasEnded = true
  const refused = page.waitForResponse(
    (response) => response.status() === 401 && response.url().endsWith('/api/payment'),
  )
  await page.clock.runFor(6000)
  await refused
  const pollsIn20Seconds = async () => {
    const before = polls
    await page.clock.runFor(20_000)
    return polls - before
  }
  // The page may still be reading the refusal.
  await expect.poll(pollsIn20Seconds).toBe(0)
  await expect(page.getByRole('dialog', { name: 'La sessione è scaduta' })).toBeHidden()
  await expect(page.getByText('Trasferimento in corso di conferma')).toBeVisible()
})
