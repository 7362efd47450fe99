import { DEMO_ADMIN, DEMO_BUYER, DEMO_PASSWORD, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'

test('the desk registers a person without e-mail, acts for her with card and PIN, and prints a receipt', async ({
  page,
  journey,
  consoleErrors,
}) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/sportello')
  await journey.arrived()
  const person = page.getByRole('region', { name: 'Iscrivi una persona senza e-mail' })
  const username = `RINA${Math.floor(Math.random() * 100_000)}`
  await person.getByLabel('Nome', { exact: true }).fill('Rina')
  await person.getByLabel('Cognome').fill('Bo')
  await person.getByLabel('Nome utente').fill(username)
  const pin = person.getByLabel('PIN di 6 cifre', { exact: true })
  await pin.fill('123456')
  await person.getByRole('button', { name: 'Iscrivi' }).click()
  await expect(person.getByRole('alert').first()).toContainText('Questo PIN si indovina')
  consoleErrors.length = 0
  await pin.fill('314159')
  await person.getByRole('button', { name: 'Iscrivi' }).click()
  const code = (await person.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? ''
  await journey.arrived()
  // The card is printed alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comincia' })).toBeHidden()
  await expect(page.getByText('Stampa la tessera adesso')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const acting = page.getByRole('region', { name: 'Agisci per chi è presente' })
  await acting.getByLabel('Codice della tessera').fill(code)
  await acting.getByLabel('PIN', { exact: true }).fill('314159')
  await acting.getByRole('button', { name: 'Comincia' }).click()
  await expect(page).toHaveURL('/avvisi')
  await expect(page.getByRole('heading', { name: `Notifiche di ${username}` })).toBeVisible()
  await expect(page.getByText(`per conto di ${username}`)).toBeVisible()
  await journey.arrived()
  await page.goto('/portafoglio')
  await expect(page.getByRole('region', { name: 'VAL chiesti' })).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portafoglio')
  await expect(otherTab.getByText(`per conto di ${username}`)).toBeVisible()
  await page.getByRole('link', { name: 'Ricevuta' }).click()
  await expect(page.getByText('Inizio della sessione')).toBeVisible()
  await journey.arrived()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Inizio della sessione')).toBeVisible()
  await expect(page.getByText('Firma di Rina')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stampa' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Termina' }).click()
  await expect(page).toHaveURL('/sportello')
  await expect(page.getByText(`per conto di ${username}`)).toBeHidden()
  await expect(otherTab).toHaveURL('/sportello')
  await otherTab.close()

  // An admin changes the data of a member without e-mail.
  await page.goto(`/userlist?q=${username}`)
  await page.getByRole('link', { name: `Modifica ${username}` }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Caterina')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText(`Le modifiche a ${username} sono salvate.`)).toBeVisible()
  await page.goto(`/userlist?q=${username}`)
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('Caterina Bo')
  await page.getByRole('button', { name: `Cancella ${username}` }).click()
  const deletion = page.getByRole('dialog', { name: 'Cancellare questo utente?' })
  await expect(deletion).toContainText(`${username} non potrà più accedere`)
})

test('a request to a person without e-mail says that the desk answers, the desk sees who has news, and the receipt names it all', {
  tag: '@all',
}, async ({ page, journey, piazza, browser }) => {
  const { origin } = piazza
  const [admin, buyer] = await Promise.all(
    [DEMO_ADMIN, DEMO_BUYER].map((email) => signInByApi(origin, email, DEMO_PASSWORD)),
  )
  if (!admin || !buyer) throw new Error('no session')
  const username = `RINA${Math.floor(Math.random() * 1_000_000)}`
  const body = { username, name: 'Rina', surname: 'Bo', phone: '011 555 1234', pin: '314159' }
  const { card } = await callApi(origin, 'POST', '/desk/members', { token: admin.token, body })
  const { token } = await callApi(origin, 'POST', '/desk/sessions', {
    token: admin.token,
    body: { card, pin: '314159' },
  })
  const { product } = await callApi(origin, 'POST', '/products', { token, body: {} })
  const eggs = {
    ...product,
    name: `Uova ${username}`,
    section: 'offro',
    category: 'Alimentari',
    priceVal: 2,
    countInStock: 3,
  }
  await callApi(origin, 'PUT', `/products/${product._id}`, { token, body: eggs })
  const orderItems = [{ product: product._id, qty: 1 }]
  const { order } = await callApi(origin, 'POST', '/orders', {
    token: buyer.token,
    body: { orderItems, inPerson: true },
  })

  await openAsDemoMember(page, DEMO_BUYER, `/order/${order._id}`)
  await expect(page.getByText('Aspettiamo la risposta di Rina, che risponde dallo sportello.')).toBeVisible()
  await expect(page.getByText('Rina non ha un’e-mail: legge e risponde tramite lo sportello.')).toBeVisible()
  const contacts = page.getByRole('region', { name: 'Contatti' })
  await expect(contacts.getByRole('link', { name: '011 555 1234' })).toBeVisible()
  await contacts.getByRole('button', { name: 'Chiedi allo sportello di avvisare Rina' }).click()
  await expect(contacts.getByText('lo sportello lo vede e la avvisa')).toBeVisible()
  await journey.arrived()

  const context = await browser.newContext({ baseURL: origin, viewport: page.viewportSize() })
  const desk = await context.newPage()
  await openAsDemoMember(desk, DEMO_ADMIN, '/sportello')
  const news = desk.getByRole('region', { name: 'Chi ha novità' }).getByRole('listitem').filter({ hasText: username })
  await expect(news).toContainText('2 richieste')
  await expect(news.getByRole('link', { name: '011 555 1234' })).toBeVisible()
  await desk.screenshot({ path: test.info().outputPath('sportello.png'), fullPage: true })
  await desk.getByLabel('Codice della tessera').fill(card)
  await desk.getByLabel('PIN', { exact: true }).fill('314159')
  await desk.getByRole('button', { name: 'Comincia' }).click()
  await expect(desk.getByRole('heading', { name: `Notifiche di ${username}` })).toBeVisible()
  await desk.getByRole('link', { name: /Uova/ }).first().click()
  await desk.getByRole('button', { name: 'Accetta' }).click()
  await expect(desk.getByText('Siete d’accordo').first()).toBeVisible()
  await desk.getByRole('link', { name: 'Ricevuta' }).click()
  await expect(desk.getByText(new RegExp(`Richiesta accettata: «Uova ${username}», con .+, 2 VAL`))).toBeVisible()
  await expect(desk.getByText('Saldo di Rina')).toBeVisible()
  await desk.screenshot({ path: test.info().outputPath('ricevuta.png'), fullPage: true })
  await desk.getByRole('button', { name: 'Termina' }).click()
  await expect(desk).toHaveURL('/sportello')
  await expect(news).toBeHidden()
  await context.close()
  await page.reload()
  await expect(page.getByText('Siete d’accordo').first()).toBeVisible()
})

test('a volunteer who signs out while acting ends both sessions', { tag: '@all' }, async ({ page, piazza }) => {
  const { origin } = piazza
  const admin = await signInByApi(origin, DEMO_ADMIN, DEMO_PASSWORD)
  const username = `RINO${Math.floor(Math.random() * 1_000_000)}`
  const body = { username, name: 'Rino', surname: 'Bo', pin: '314159' }
  const { card } = await callApi(origin, 'POST', '/desk/members', { token: admin.token, body })
  await openAsDemoMember(page, DEMO_ADMIN, '/sportello')
  const tokenOf = () => page.evaluate(() => JSON.parse(window.localStorage.getItem('userInfo') ?? '{}').token as string)
  const own = await tokenOf()
  await page.getByLabel('Codice della tessera').fill(card)
  await page.getByLabel('PIN', { exact: true }).fill('314159')
  await page.getByRole('button', { name: 'Comincia' }).click()
  await expect(page).toHaveURL('/avvisi')
  const acting = await tokenOf()
  expect(acting).not.toBe(own)
  await page.getByRole('banner').locator('summary').filter({ hasText: username }).click()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await expect(page).toHaveURL(/signin/)
  for (const token of [own, acting]) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${origin}/api/orders/mine`, { headers })).status).toBe(401)
  }
})

test('the receipt of the desk opened while acting for nobody leads to the desk, without an error', {
  tag: '@all',
}, async ({ page }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/sportello/ricevuta')
  await expect(page).toHaveURL('/sportello')
  await expect(page.getByRole('region', { name: 'Agisci per chi è presente' })).toBeVisible()
})
