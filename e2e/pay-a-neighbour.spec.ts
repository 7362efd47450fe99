import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import {
  aVerifiedMember,
  DEMO_BUYER,
  DEMO_PASSWORD,
  DEMO_SELLER,
  openAs,
  openAsDemoMember,
  signIn,
} from './accounts.ts'
import { expectBalanceInHeader } from './balance.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'

const BUYERS_NAME = 'ORTO_DELLA_COLLINA'
const SELLERS_NAME = 'FORNO_DEL_BORGO'

const apiOf = async (origin: string, email: string, password = DEMO_PASSWORD) => {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${origin}/api${path}`, init)
    return { ok: response.ok, body: await response.json() }
  }
  const { token } = (await call('POST', '/users/signin', { email, password })).body
  return (method: string, path: string, body?: object) => call(method, path, body, token)
}

type Api = Awaited<ReturnType<typeof apiOf>>

/** The chain opens beside the server, and may not be there yet. */
const waitForBalance = async (api: Api, expected = /^\d/): Promise<void> => {
  const read = async () => String((await api('GET', '/wallet')).body.balance)
  await expect.poll(read, { timeout: 60_000 }).toMatch(expected)
}

const confirm = async (page: Page, val: string) => {
  const dialog = page.getByRole('dialog', { name: 'Conferma il pagamento' })
  await expect(dialog).toContainText(val)
  await dialog.getByRole('button', { name: `Paga ${val}` }).click()
}

test('a new member receives the welcome VAL and pays a neighbour', { tag: '@phone' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const person = await aVerifiedMember(piazza.origin)
  const api = await apiOf(piazza.origin, person.email, person.password)
  const { product } = (await api('POST', '/products', {})).body
  const listing = { name: 'Torta di mele', section: 'offro', category: 'Pane e dolci', priceVal: 4, countInStock: 1 }
  await api('PUT', `/products/${product._id}`, { ...product, ...listing })
  await waitForBalance(api, /^100$/)

  await openAs(page, person, '/portafoglio')
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('100,00 VAL')
  await expect(page.getByRole('status').filter({ hasText: '100 VAL per te!' })).toContainText(
    'Da Tesoreria · benvenuto',
  )
  const statement = page.getByRole('region', { name: 'Estratto conto' })
  await expect(statement).toContainText('Tesoreria · benvenuto')
  await journey.arrived()

  const form = page.getByRole('form', { name: 'Paga una persona' })
  await form.getByRole('combobox', { name: 'A chi' }).fill('nessuno-di-noi')
  await form.getByLabel('Importo in VAL').fill('12,345')
  await form.getByRole('button', { name: 'Continua' }).click()
  await expect(form.getByRole('alert')).toContainText('due decimali al massimo')
  await form.getByLabel('Importo in VAL').fill('12,50')
  await form.getByLabel('Per che cosa').fill('Pane')
  await form.getByRole('button', { name: 'Continua' }).click()
  await expect(form.getByRole('alert')).toContainText('Nessuno in piazza')
  consoleErrors.length = 0
  await form.getByRole('combobox', { name: 'A chi' }).fill('forno del')
  await page.getByRole('option', { name: 'Forno del Borgo (demo)' }).click()
  await form.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL(`/paga/${SELLERS_NAME}?importo=12,50&nota=Pane`)
  await expect(page.getByText('Forno del Borgo (demo)').first()).toBeVisible()
  await journey.arrived()
  await page.getByRole('button', { name: 'Paga', exact: true }).click()
  await confirm(page, '12,50 VAL')
  await expect(page.getByRole('status').getByText('Trasferimento confermato')).toBeVisible({ timeout: 60_000 })
  await journey.arrived()
  await page.getByRole('link', { name: 'Vai al portafoglio' }).click()
  await expect(page.getByText('100 VAL per te!')).toHaveCount(0)
  await expect(statement).toContainText('Forno del Borgo (demo) · Pane')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Portafoglio, saldo 87,50' })).toBeVisible()

  await statement.getByLabel('Mostra').selectOption('Ricevuti')
  await expect(statement).not.toContainText('Pane')
  await expect(statement).toContainText('Tesoreria · benvenuto')
  const download = page.waitForEvent('download')
  await statement.getByRole('button', { name: 'Scarica CSV' }).click()
  expect((await download).suggestedFilename()).toBe('estratto-conto.csv')
  await page.goto(`/paga/${SELLERS_NAME}?importo=90`)
  await page.getByRole('button', { name: 'Paga', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Conferma il pagamento' })
  await expect(dialog).toContainText('Hai 87,50 VAL: non bastano.')
  await page.goto('/portafoglio?prima=1')
  await expect(statement).toContainText('Nessun movimento più vecchio')
})

test('the balance in the header counts up when VAL arrive, without a reload', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const payer = await apiOf(piazza.origin, DEMO_BUYER)
  await waitForBalance(payer)
  await openAsDemoMember(page, DEMO_SELLER, '/profile')
  await expectBalanceInHeader(page)
  const balance = page.getByRole('banner').getByRole('link', { name: /^Portafoglio, saldo/ })
  const readNumbers = () =>
    balance.evaluate((link) => {
      const shown = new Set<string>()
      const note = () => shown.add(link.textContent?.match(/\d[\d.,]*/)?.[0] ?? '')
      note()
      new MutationObserver(note).observe(link, { subtree: true, childList: true, characterData: true })
      Object.assign(window, { shown })
    })
  await readNumbers()
  await payer('POST', '/wallet/transfers', { to: SELLERS_NAME, amount: 9, note: 'Conta' })
  const shown = async () =>
    page.evaluate(() =>
      [...(window as unknown as { shown: Set<string> }).shown].map((text) =>
        Number(text.replaceAll('.', '').replace(',', '.')),
      ),
    )
  await expect
    .poll(async () => Math.max(...(await shown())) - Math.min(...(await shown())), { timeout: 60_000 })
    .toBe(9)
  const numbers = await shown()
  expect(numbers.length).toBeGreaterThan(2)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('a transfer that the chain confirms late is made once, and the same can be paid again', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
}) => {
  const api = await apiOf(piazza.origin, DEMO_BUYER)
  await waitForBalance(api)
  // As if the chain had not confirmed before the answer.
  await page.route('**/api/wallet/transfers', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, status: 202, json: { ...(await response.json()), status: 'pending' } })
  })
  const paid = async () => {
    const { movements } = (await api('GET', '/wallet/statement')).body
    return movements.filter(({ title }: { title: string }) => title.includes('Pane e latte')).length
  }
  const link = `/paga/${SELLERS_NAME}?importo=0,25&nota=Pane%20%20e%20latte`
  await openAsDemoMember(page, DEMO_BUYER, '/portafoglio')
  for (const times of [1, 2]) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Paga', exact: true }).click()
    await confirm(page, '0,25 VAL')
    await expect(page.getByText('Trasferimento in corso di conferma')).toBeVisible()
    await expect(page.getByText('Trasferimento confermato')).toBeVisible({ timeout: 60_000 })
    await journey.arrived()
    await expect.poll(paid, { timeout: 60_000 }).toBe(times)
  }
})

test('a member is asked for VAL, pays one request and declines another', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const seller = await apiOf(piazza.origin, DEMO_SELLER)
  await waitForBalance(seller)
  for (const [amount, note] of [
    [2, 'Uova'],
    [3.5, 'Miele'],
  ])
    await seller('POST', '/wallet/requests', { from: BUYERS_NAME, amount, note })
  await openAsDemoMember(page, DEMO_BUYER, '/portafoglio')
  const requests = page.getByRole('region', { name: 'VAL chiesti' })
  const entry = (note: string) => requests.getByRole('listitem').filter({ hasText: note })
  await expect(entry('Uova')).toBeVisible()
  await expect(entry('Miele')).toBeVisible()
  await journey.arrived()
  await entry('Miele').getByRole('button', { name: 'Rifiuta' }).click()
  await expect(entry('Miele')).toContainText('Rifiutati')
  await entry('Uova').getByRole('button', { name: 'Paga 2 VAL' }).click()
  await confirm(page, '2 VAL')
  await expect(entry('Uova')).toContainText('Pagati')
  await expect(entry('Uova').getByRole('button', { name: 'Rifiuta' })).toHaveCount(0)

  const form = page.getByRole('form', { name: 'Chiedi VAL a una persona' })
  await form.getByRole('combobox', { name: 'A chi' }).fill('nessuno-di-noi')
  await form.getByLabel('Importo in VAL').fill('1')
  await form.getByRole('button', { name: 'Chiedi' }).click()
  await expect(form.getByRole('alert')).toContainText('Nessuno in piazza')
  consoleErrors.length = 0
  await form.getByRole('combobox', { name: 'A chi' }).fill(SELLERS_NAME)
  await form.getByRole('button', { name: 'Chiedi' }).click()
  await expect(page.getByText('Hai chiesto 1 VAL a Forno del Borgo (demo)')).toBeVisible()
  const own = requests.getByRole('listitem').filter({ hasText: 'Hai chiesto a' }).first()
  await own.getByRole('button', { name: 'Ritira' }).click()
  await expect(own).toContainText('Ritirati')
  await expect(own.getByRole('button')).toHaveCount(0)
  await form.getByRole('combobox', { name: 'A chi' }).click()
  await expect(page.getByRole('option').first()).toContainText('Forno del Borgo (demo)')
})

test('at a counter the code of a sum opens the filled page on the phone of another, and the counter shows who paid', {
  tag: '@all',
}, async ({ page, journey, piazza, browser }) => {
  await waitForBalance(await apiOf(piazza.origin, DEMO_SELLER))
  await openAsDemoMember(page, DEMO_SELLER, '/portafoglio')
  await page.getByRole('link', { name: 'Incassa' }).click()
  const form = page.getByRole('form', { name: 'Incassa' })
  const show = form.getByRole('button', { name: 'Mostra il codice' })
  await form.getByLabel('Importo in VAL').fill('1.250')
  await show.click()
  await expect(form.getByRole('alert')).toContainText('due decimali al massimo')
  await journey.arrived()
  await form.getByLabel('Importo in VAL').fill('0,75')
  await form.getByLabel('Per che cosa').fill('Pane & latte')
  await show.click()
  // What is still loading may move the code while the picture is taken, possibly below the cookie bar.
  const readCode = async () => {
    const picture = await page.getByRole('img', { name: 'Codice QR per pagarti' }).screenshot()
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
  }
  const link = `${piazza.origin}/paga/${SELLERS_NAME}?importo=0,75&nota=Pane%20%26%20latte`
  await expect.poll(readCode).toBe(link)
  await page.getByText('Per altri portafogli della rete').click()
  await expect(page.getByRole('textbox', { name: 'Link ERC-681' })).toHaveValue(
    /^ethereum:0x\w{40}@\d+\/transfer\?address=0x\w{40}&uint256=75$/,
  )
  await journey.arrived()

  const phone = await browser.newPage({
    baseURL: piazza.origin,
    viewport: { width: 390, height: 844 },
    locale: 'it-IT',
  })
  await phone.goto(link)
  await expect(phone).toHaveURL(/\/signin\?redirect=/)
  await signIn(phone, DEMO_BUYER, DEMO_PASSWORD)
  await expect(phone).toHaveURL(new RegExp(`/paga/${SELLERS_NAME}\\?`))
  await expect(phone.getByText('Forno del Borgo (demo)')).toBeVisible()
  await expect(phone.getByText('In Piazza dal')).toBeVisible()
  await expect(phone.getByLabel('Importo in VAL')).toHaveValue('0,75')
  await expect(phone.getByLabel('Per che cosa')).toHaveValue('Pane & latte')
  const buyer = await apiOf(piazza.origin, DEMO_BUYER)
  const { movements } = (await buyer('GET', '/wallet/statement')).body
  expect(movements.map(({ title }: { title: string }) => title)).not.toContain('Forno del Borgo (demo) · Pane & latte')
  await expect(page.getByText('Aspetto il pagamento…').first()).toBeVisible()

  // Another sum is not taken for this one.
  await buyer('POST', '/wallet/transfers', { to: SELLERS_NAME, amount: 0.5, note: 'Acconto' })
  await expect(page.getByText(/Sono arrivati 0,50 VAL: .*Acconto/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Aspetto il pagamento…').first()).toBeVisible()
  await phone.getByRole('button', { name: 'Paga', exact: true }).click()
  await confirm(phone, '0,75 VAL')
  const paid = page.getByRole('status').filter({ hasText: 'Pagato' })
  await expect(paid).toContainText('0,75 VAL', { timeout: 60_000 })
  await expect(paid).toContainText('Pane & latte')
  await journey.arrived()
  await phone.close()
  await page.getByRole('button', { name: 'Nuovo incasso' }).click()
  await expect(form.getByLabel('Importo in VAL')).toHaveValue('')
})

test('one’s own link says so, and needs no balance', { tag: '@all' }, async ({ page }) => {
  await openAsDemoMember(page, DEMO_BUYER, '/')
  let reads = 0
  await page.route('**/api/wallet', (route) => {
    reads++
    return route.fulfill({ status: 503, json: { message: 'La rete non risponde.' } })
  })
  await page.goto(`/paga/${BUYERS_NAME}`)
  await expect(page.getByText('Questo è il tuo link')).toBeVisible()
  await whenLoaded(page)
  expect(reads).toBe(0)
})

test('the page about the VAL computes what rounds take', { tag: '@all' }, async ({ page, journey }) => {
  await journey.visit('/che-cose-il-val')
  await page.getByLabel('Un saldo in VAL').fill('24')
  await expect(page.getByRole('row', { name: /^1° 1,44 VAL 22,56 VAL$/ })).toBeVisible()
  await page.getByLabel('Un saldo in VAL').fill('1')
  await expect(page.getByRole('row', { name: /^6° 0,00 VAL 1,00 VAL$/ })).toBeVisible()
  await page.getByLabel('Un saldo in VAL').fill('tanto')
  await expect(page.getByText('Scrivi un importo maggiore di zero')).toBeVisible()
})
