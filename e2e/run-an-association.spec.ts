import { rm } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { aPictureFile } from '#test/pictures.ts'
import { openAs, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { aFolder, openPiazza } from './piazza.ts'

const ADMIN = { email: 'presidente@esempio.test', password: 'una-password-di-prova' }
const MARKUP = '<b>Domenica</b> la festa: vieni con <i>noi</i>.'

/** A Piazza without demo data and with one admin, as an association starts with. */
const emptyTest = test.extend<Record<never, never>, { piazza: { origin: string; folder: string } }>({
  piazza: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const folder = await aFolder()
      const env = { DEMO: '0', PARTNERS: 'nessuno', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
      const piazza = await openPiazza(folder, env)
      await use({ ...piazza, folder })
      await piazza.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One worker with one server runs all of them.
test.describe.configure({ mode: 'default' })

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByText('Le impostazioni sono salvate')).toBeVisible()
}

emptyTest('an admin sets up an association in the browser', async ({ page, journey, context, consoleErrors }) => {
  await openAs(page, ADMIN, '/impostazioni')
  await journey.arrived()

  await page.getByLabel('Nome dell’associazione').fill('Banca del Tempo di Borgo')
  await page.getByLabel('Testo che scorre in alto').fill(MARKUP)
  await page.getByLabel('E-mail', { exact: true }).fill('ciao@borgo.example')
  await page.getByLabel('Telefono').fill('011 123 456')
  const partners = page.getByRole('region', { name: 'Partner' })
  for (let count = 0; count < 2; count++) await partners.getByRole('button', { name: 'Aggiungi un partner' }).click()
  const partner = partners.getByRole('listitem').last()
  await partner.getByLabel('Sito').fill('https://emporio.example')

  // A file that is no picture is refused; a picture becomes the logo.
  const logo = page.getByRole('region', { name: 'L’associazione' }).getByLabel(/il logo$/)
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('non è un’immagine') })
  await expect(page.getByRole('alert')).toContainText('Si possono caricare solo immagini JPEG o PNG.')
  const buffer = await aPictureFile({ format: 'png', width: 300, height: 300 })
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Cambia il logo')).toBeVisible()

  // While the logo of a partner is being uploaded, its name is typed and another partner removed.
  const changePartners = async (route: Route) => {
    await partner.getByLabel('Nome').fill('Emporio di Borgo')
    await partners.getByRole('button', { name: 'Togli questo partner' }).click()
    await route.continue()
  }
  await page.route('**/api/uploads/s3', changePartners, { times: 1 })
  await partner.getByLabel('Scegli il logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(partner.getByRole('button', { name: 'Togli', exact: true })).toBeVisible()
  await expect(partner.getByLabel('Nome')).toHaveValue('Emporio di Borgo')
  await expect(partner.getByLabel('Sito')).toHaveValue('https://emporio.example')

  // A colour with which texts are hard to read is refused, and the nearest one is offered.
  await page.getByLabel('Colore principale', { exact: true }).fill('#ff8800')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Il più vicino che va bene è' })
  await expect(refusal).toContainText('Colore principale: con #ff8800 i testi si leggono male')
  await page.getByRole('button', { name: /^Usa #/ }).click()
  await save(page)
  await journey.arrived()

  // What is typed while the settings are being saved is kept.
  const typePhone = async (route: Route) => {
    await page.getByLabel('Telefono').fill('011 654 321')
    await route.continue()
  }
  await page.route('**/api/settings', typePhone, { times: 1 })
  await save(page)
  await expect(page.getByLabel('Telefono')).toHaveValue('011 654 321')

  // Visitors see it all, as text.
  const visitor = await (await context.browser()?.newContext())?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto(page.url().replace('/impostazioni', '/'))
  const banner = visitor.getByRole('complementary', { name: 'Chi fa questo sito' })
  await expect(banner.getByText(MARKUP).first()).toBeVisible()
  await expect(visitor.getByText('Banca del Tempo di Borgo').first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Emporio di Borgo' }).first()).toBeVisible()
  await expect(visitor.getByRole('contentinfo')).toContainText('ciao@borgo.example')
  await expect(visitor.getByRole('link', { name: 'Piazza, vai alla vetrina' }).locator('img')).toBeVisible()
  const colour = await visitor
    .getByRole('link', { name: 'Accedi' })
    .first()
    .evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(colour).not.toBe('rgb(30, 77, 56)')
  await visitor.context().close()
  consoleErrors.length = 0
})

emptyTest(
  'of two admins who save, the second sees both versions and loses nothing',
  { tag: '@all' },
  async ({ page, consoleErrors }) => {
    await openAs(page, ADMIN, '/impostazioni')
    const other = await page.context().newPage()
    await other.goto('/impostazioni')
    await other.getByLabel('Nome dell’associazione').fill('Nome dell’altra')
    await other.getByLabel('Testo che scorre in alto').fill('Testo dell’altra')
    await save(other)
    await other.close()

    await page.getByLabel('Nome dell’associazione').fill('Il mio nome')
    await page.getByLabel('Telefono').fill('333')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText('Qualcun altro ha salvato prima di te.')).toBeVisible()
    const clash = page.getByRole('region', { name: 'Nome dell’associazione' })
    await expect(clash).toContainText('Il mio nome')
    await expect(clash).toContainText('Nome dell’altra')
    await expect(page.getByLabel('Nome dell’associazione', { exact: true }).last()).toHaveValue('Il mio nome')
    await expect(page.getByLabel('Testo che scorre in alto')).toHaveValue('Testo dell’altra')
    await expect(page.getByLabel('Telefono')).toHaveValue('333')

    // Leaving with unsaved changes asks first.
    await page.getByRole('link', { name: 'Piazza, vai alla vetrina' }).click()
    await page
      .getByRole('dialog', { name: 'Hai modifiche non salvate' })
      .getByRole('button', { name: 'Resta qui' })
      .click()
    await clash.getByRole('button', { name: 'Usa quella salvata' }).click()
    await save(page)
    await page.reload()
    await expect(page.getByLabel('Nome dell’associazione')).toHaveValue('Nome dell’altra')
    await expect(page.getByLabel('Telefono')).toHaveValue('333')
    consoleErrors.length = 0
  },
)

const addressOf = (name: string) => `${name.toLowerCase()}@esempio.test`
const NEW_PASSWORD = 'una-password-tutta-mia'

emptyTest(
  'an admin brings three members along from a file, and one of them enters and finds her listing',
  { tag: '@all' },
  async ({ page, journey, piazza }) => {
    await openAs(page, ADMIN, '/userlist')
    await page.getByRole('link', { name: 'Iscrivi da un file' }).click()
    await expect(page.getByRole('heading', { name: 'Iscrivi da un file', level: 1 })).toBeVisible()
    await journey.arrived()
    const rows = ['Rosa', 'Ugo', 'Bea'].map((name) => `${name};${addressOf(name)};Torta di ${name}`)
    const pasted = page.getByLabel('Oppure incolla qui')
    const errors = page.getByRole('table', { name: 'Righe da correggere' })
    await pasted.fill(['Socio;Recapito;Offro', ...rows, 'Senza posta;;'].join('\n'))
    await page.getByRole('button', { name: 'Controlla' }).click()
    await expect(errors).toContainText('indirizzi e-mail')
    await page.getByLabel('E-mail', { exact: true }).selectOption('Recapito')
    await page.getByLabel('Nome (o nome e cognome)').selectOption('Socio')
    await page.getByRole('button', { name: 'Controlla' }).click()
    await expect(errors).toContainText('Manca l’indirizzo e-mail')
    await pasted.fill(['nome;email;offro', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Controlla' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invitare queste persone?' })
    await expect(dialog).toContainText('3 persone')
    await dialog.getByRole('button', { name: 'Invita' }).click()
    await expect(page.getByText('Fatto: 3 persone in tutto.')).toBeVisible()

    const link = await linkInMail(piazza.origin, addressOf('Rosa'), '/invito/')
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await journey.arrived()
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Conferma password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Entra in piazza' }).click()
    const terms = page.getByLabel(/^Accetto le condizioni/)
    await expect(terms).toHaveAccessibleDescription('Per continuare spunta questa casella.')
    await terms.check()
    await page.getByRole('button', { name: 'Entra in piazza' }).click()
    await signIn(page, addressOf('Rosa'), NEW_PASSWORD)
    await expect(page).toHaveURL('/productlist/seller')
    await page.getByRole('link', { name: /^Completa/ }).click()
    await expect(page.getByLabel('Titolo')).toHaveValue('Torta di Rosa')
  },
)

emptyTest(
  'an admin writes the first newsletter, tries it, sends it and sees how many have arrived',
  { tag: '@all' },
  async ({ page, journey, piazza }) => {
    await openAs(page, ADMIN, '/scrivi')
    await journey.arrived()
    await page.getByRole('link', { name: 'Scrivi una newsletter' }).click()
    await expect(page).toHaveURL('/scrivi/nuova')
    await journey.arrived()
    await page.getByLabel('Chi ha un account verificato').check()
    await page.getByLabel('Oggetto').fill('Festa di primavera')
    await page.getByLabel('Testo', { exact: true }).fill('Vi aspettiamo in piazza.\n\nCi sarà la torta.')
    await expect(page.getByRole('article', { name: 'Anteprima' })).toContainText('Ci sarà la torta.')

    // Leaving with an unsaved draft asks first.
    await page.getByRole('link', { name: 'Tutte le newsletter' }).click()
    await page
      .getByRole('dialog', { name: 'Hai modifiche non salvate' })
      .getByRole('button', { name: 'Resta qui' })
      .click()
    await expect(page.getByLabel('Oggetto')).toHaveValue('Festa di primavera')
    await page.getByRole('button', { name: 'Salva la bozza' }).click()
    await page.getByLabel('A quale indirizzo').fill('prova@esempio.test')
    await page.getByRole('button', { name: 'Manda una prova' }).click()
    await expect(page.getByText('La prova è partita')).toBeVisible()
    await expectMail(piazza.origin, 'prova@esempio.test', '[Prova] Festa di primavera')
    await page.getByRole('button', { name: 'Spedisci la newsletter' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Spedisci', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Spedita', exact: true })).toBeVisible()
    await journey.arrived()
    await expectMail(piazza.origin, ADMIN.email, 'Festa di primavera')
    await page.getByRole('link', { name: 'Tutte le newsletter' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Festa di primavera' })
    await expect(row).toContainText('Spedita')
    await expect(row.getByRole('cell', { name: '0', exact: true })).toHaveCount(1)
    await journey.visit('/registro')
    await page.getByRole('link', { name: 'Leggi che cosa è partito' }).click()
    await expect(page.getByRole('heading', { name: 'Festa di primavera' })).toBeVisible()
  },
)

emptyTest(
  'what an admin types while a newsletter is being saved is kept',
  { tag: '@all' },
  async ({ page, journey }) => {
    await openAs(page, ADMIN, '/scrivi/nuova')
    await journey.arrived()
    const text = page.getByLabel('Testo', { exact: true })
    await page.getByLabel('Oggetto').fill('Assemblea')
    await text.fill('Ci vediamo')
    await page.route(/\/api\/newsletters/, async (route) => {
      const method = route.request().method()
      if (method === 'POST') await text.fill('Ci vediamo lunedì')
      if (method === 'PUT') await text.fill('Ci vediamo lunedì sera')
      await route.continue()
    })
    const save = page.getByRole('button', { name: 'Salva la bozza' })
    await save.click()
    await expect(page).not.toHaveURL('/scrivi/nuova')
    await expect(save).toBeEnabled()
    await expect(text).toHaveValue('Ci vediamo lunedì')
    await expect(page.getByText('Quando la bozza è salvata')).toBeVisible()
    await save.click()
    await expect(page.getByText('La bozza è salvata.')).toBeVisible()
    await expect(text).toHaveValue('Ci vediamo lunedì sera')
    await page.unroute(/\/api\/newsletters/)
    await save.click()
    await expect(page.getByLabel('A quale indirizzo')).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('Ci vediamo lunedì sera')
  },
)

emptyTest(
  'a newsletter that is leaving stays on the screen while the server does not answer',
  { tag: '@all' },
  async ({ page, consoleErrors }) => {
    const answers = ['sending', 503, 'no answer', 'sent']
    await page.route('**/api/newsletters/*', (route) => {
      const answer = answers.shift() ?? 'sent'
      if (answer === 'no answer') return route.abort()
      if (typeof answer === 'number') return route.fulfill({ status: answer, json: { message: 'Torniamo subito.' } })
      const json = { _id: 'prova', subject: 'Assemblea', text: 'Ci vediamo', audience: 'members', nearby: false }
      const sent = { state: answer, sent: 1, failed: 0, by: 'presidente', sentAt: new Date().toISOString() }
      return route.fulfill({ json: { ...json, ...sent } })
    })
    await openAs(page, ADMIN, '/scrivi')
    await page.goto('/scrivi/prova')
    await expect(page.getByRole('heading', { name: 'Sta partendo', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Spedita', exact: true })).toBeVisible()
    expect(answers).toEqual([])
    // The browser itself reports the failed requests.
    consoleErrors.length = 0
  },
)
