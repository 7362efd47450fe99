import { aVerifiedMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { openWithCart, publishByApi } from './listings.ts'

test('a service goes straight to the payment, which can be left to the parties', { tag: '@all' }, async ({
  page,
  piazza,
  journey,
}) => {
  const service = await publishByApi(piazza.origin, { isService: true })
  await openWithCart(page, service)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/payment')
  await page.getByLabel('Moneta').selectOption('Altra moneta, da concordare')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/placeorder')
  await expect(page.getByRole('heading', { name: 'Consegna' })).toHaveCount(0)
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await journey.arrived()
})

test('what is typed before the profile has been read stays in the address', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const bread = await publishByApi(piazza.origin, { delivery: 'posta' })
  await openWithCart(page, bread)
  const typed = Promise.withResolvers<void>()
  await page.route(/\/api\/users\/[0-9a-f-]{36}$/, async (route) => {
    await typed.promise
    await route.continue()
  })
  const profileRead = page.waitForResponse(/\/api\/users\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Continua' }).click()
  const name = page.getByRole('textbox', { name: 'Nome e cognome' })
  await name.pressSequentially('Prova')
  typed.resolve()
  await (await profileRead).finished()
  await expect(page.getByRole('textbox', { name: 'Telefono' })).not.toHaveValue('')
  await page.keyboard.type(' Esempio')
  await expect(name).toHaveValue('Prova Esempio')
})

test('what is added while a request is being sent stays in the cart', { tag: '@all' }, async ({ page, piazza }) => {
  const [bread, cake] = [
    await publishByApi(piazza.origin, { isService: true }),
    await publishByApi(piazza.origin, { isService: true }),
  ]
  await openWithCart(page, bread)
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByLabel('Moneta').selectOption('Altra moneta, da concordare')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/placeorder')
  const other = await page.context().newPage()
  await page.route('**/api/orders', async (route) => {
    await other.goto(`/cart/${cake.id}?qty=1`)
    await expect(other.getByRole('link', { name: cake.name, exact: true })).toBeVisible()
    await route.continue()
  })
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: cake.name, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: bread.name, exact: true })).toHaveCount(0)
})

test('what was written for one owner is not sent to another one whose listing replaces the cart', {
  tag: '@all',
}, async ({ page, piazza }) => {
  const bread = await publishByApi(piazza.origin, { isService: true })
  const secondSeller = await aVerifiedMember(piazza.origin)
  const other = await publishByApi(piazza.origin, { isService: true }, secondSeller)
  await openWithCart(page, bread)
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByLabel('Moneta').selectOption('Altra moneta, da concordare')
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('textbox', { name: /^Messaggio per Forno/ }).fill('Mi metti da parte il pane?')
  const tab = await page.context().newPage()
  await tab.goto(`/cart/${other.id}?qty=1`)
  await tab.getByRole('button', { name: 'Svuota e aggiungi' }).click()
  await expect(page.getByRole('textbox', { name: `Messaggio per ${secondSeller.username}` })).toHaveValue('')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/orders'))
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  expect((await sent).postDataJSON().message).toBe('')
  await expect(page).toHaveURL(/\/order\//)
})

test('a cart holds items of one seller, limited by stock', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
  piazza,
}) => {
  const bread = await publishByApi(piazza.origin)
  const secondSeller = await aVerifiedMember(piazza.origin)
  const other = await publishByApi(piazza.origin, {}, secondSeller)
  await journey.visit('/cart')
  await expect(page.getByText('Per continuare devi accedere.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continua' })).toBeDisabled()
  await page.goto(`/cart/${bread.id}?qty=99`)
  await expect(page.getByLabel(`Quantità di ${bread.name}`)).toHaveValue('3')
  await page.goto(`/cart/${bread.id}?qty=2`)
  await expect(page.getByLabel(`Quantità di ${bread.name}`)).toHaveValue('2')
  await page.goto(`/cart/${other.id}?qty=1`)
  const choice = page.getByRole('dialog', { name: 'Nel carrello c’è già un’altra richiesta' })
  await expect(choice).toContainText('Forno del Borgo (demo)')
  await expect(choice).toContainText(secondSeller.username)
  await journey.arrived()
  await choice.getByRole('button', { name: 'Tieni il carrello' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('link', { name: bread.name, exact: true })).toBeVisible()
  await page.goto(`/cart/${other.id}?qty=1`)
  await choice.getByRole('button', { name: 'Svuota e aggiungi' }).click()
  await expect(page.getByRole('link', { name: bread.name, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: `Togli ${other.name}` }).click()
  await expect(page.getByText('Il carrello è vuoto')).toBeVisible()
  await expect(page.getByText('Qui raccogli gli annunci di una persona')).toBeVisible()
  await expect(page).toHaveURL('/cart')
})

test('a quantity that cannot be asked for is corrected where it was typed', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const bread = await publishByApi(piazza.origin, { countInStock: 100 })
  await page.goto(`/cart/${bread.id}?qty=2`)
  const quantity = page.getByLabel(`Quantità di ${bread.name}`)
  const summary = page.getByRole('region', { name: 'Riepilogo' })
  for (const [typed, corrected] of [
    ['500', '100'],
    ['101', '100'],
    ['', '100'],
    ['-3', '1'],
  ] as const) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(quantity).toHaveValue(corrected)
    await expect(summary).toContainText(`${Number(corrected) * 4} VAL`)
  }
})

test('when the chain does not answer, the order can be placed without the payment', { tag: '@all' }, async ({
  page,
  piazza,
  consoleErrors,
}) => {
  const bread = await publishByApi(piazza.origin)
  await openWithCart(page, bread)
  await page.route('**/api/payment', (route) =>
    route.fulfill({ status: 503, json: { message: 'La rete non risponde.' } }),
  )
  await page.goto('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('button', { name: /^Trasferisci/ }).click()
  await expect(page.getByRole('alert')).toHaveText('La rete non risponde.')
  await expect(page.getByRole('button', { name: /^Riprova a trasferire/ })).toBeEnabled()
  await page.getByRole('link', { name: 'Continua senza trasferire' }).click()
  await expect(page).toHaveURL('/placeorder')
  consoleErrors.length = 0
})

test('changing the cart after a transfer warns that another transfer would be added', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const [bread, cake] = [await publishByApi(piazza.origin), await publishByApi(piazza.origin)]
  await openWithCart(page, bread)
  await page.goto('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('button', { name: /^Trasferisci 4 VAL/ }).click()
  await expect(page.getByText('Trasferimento confermato')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambia moneta' })).toHaveCount(0)
  await page.goto(`/cart/${cake.id}?qty=1`)
  await expect(page.getByLabel(`Quantità di ${cake.name}`)).toHaveValue('1')
  await page.goto('/payment')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByText('Hai già trasferito 4 VAL per un carrello diverso')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Trasferisci 8 VAL/ })).toBeEnabled()
})
