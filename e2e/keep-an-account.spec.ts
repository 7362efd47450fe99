import type { Page, Route } from '@playwright/test'
import {
  aNewAccount,
  aVerifiedMember,
  DEMO_PASSWORD,
  DEMO_SELLER,
  openAs,
  openAsDemoMember,
  registerByApi,
  signIn,
} from './accounts.ts'
import { signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { linkInMail } from './mailbox.ts'

/** Registers a member and opens a page of the profile. */
const aMemberOnProfile = async (page: Page, origin: string, path = '/profilo/dati') => {
  const person = aNewAccount()
  await registerByApi(origin, person)
  await openAs(page, person, path)
  return person
}

test('a member with a forgotten password sets a new one through the mail', async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const person = aNewAccount()
  await registerByApi(piazza.origin, person)
  await journey.visit('/signin')
  await signIn(page, person.email, 'sbagliata')
  await expect(page.getByRole('alert')).toContainText('E-mail o password non corrette.')
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Hai dimenticato la password?' }).click()
  await journey.arrived()
  await page.getByLabel('E-mail').fill('nessuno@esempio.test')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Questo indirizzo e-mail non risulta registrato. Vuoi registrarti adesso? Registrati',
  )
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page.getByRole('heading', { name: 'Controlla la posta' })).toBeVisible()

  await journey.visit(await linkInMail(piazza.origin, person.email, '/password-recovery/'))
  await page.getByLabel('Nuova password', { exact: true }).fill('breve')
  await page.getByLabel('Conferma password', { exact: true }).fill('breve')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByRole('alert')).toHaveText('La password deve avere almeno 6 caratteri')
  await page.getByLabel('Nuova password', { exact: true }).fill('nuova-password')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Le due password non coincidono.')
  await page.getByLabel('Conferma password', { exact: true }).fill('nuova-password')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page).toHaveURL('/signin')
  await signIn(page, person.email, 'nuova-password')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Accedi' })).toBeHidden()
})

test('the private key of the wallet is shown only with the password', { tag: '@all' }, async ({
  page,
  consoleErrors,
}) => {
  await openAsDemoMember(page, DEMO_SELLER, '/profilo/sicurezza')
  await page.getByRole('button', { name: 'Mostra la chiave segreta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chiave segreta' })
  await dialog.getByLabel('La tua password', { exact: true }).fill('sbagliata')
  await dialog.getByRole('button', { name: 'Mostra', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('La password non è corretta.')
  await expect(page).toHaveURL('/profilo/sicurezza')
  consoleErrors.length = 0
  await dialog.getByLabel('La tua password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Mostra', exact: true }).click()
  await expect(dialog.locator('code')).toHaveText(/^0x[0-9a-f]{64}$/)
  await dialog.getByRole('button', { name: 'Nascondi' }).click()
  await expect(page.locator('code')).toHaveCount(0)
})

test('a member exports their data and closes the account', { tag: '@all' }, async ({ page, piazza }) => {
  const person = await aMemberOnProfile(page, piazza.origin, '/profilo/privacy')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Scarica' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('i-miei-dati.json')
  await page.getByRole('button', { name: 'Cancella l’account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancella il mio account' })
  await expect(dialog.getByText('I tuoi annunci spariscono.')).toBeVisible()
  await dialog.getByLabel('La tua password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Cancella per sempre' }).click()
  await expect(dialog.getByText('Il tuo account è stato cancellato.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Torna alla vetrina' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Accedi' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
})

const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    localStorage.setItem('userInfo', JSON.stringify({ ...user, token: 'scaduto' }))
  })

test('after the session has expired a form keeps its content and is saved once the member signs in again', {
  tag: '@all',
}, async ({ page, piazza, consoleErrors }) => {
  const person = await aMemberOnProfile(page, piazza.origin)
  await spoilToken(page)
  await page.getByLabel('Cognome').fill('Rossi')
  await page.getByRole('button', { name: 'Salva i dati' }).click()
  const dialog = page.getByRole('dialog', { name: 'La sessione è scaduta' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveText('La sessione è scaduta: accedi di nuovo.')
  await expect(page.getByLabel('Cognome')).toHaveValue('Rossi')

  await page.getByRole('button', { name: 'Salva i dati' }).click()
  await dialog.getByLabel('E-mail').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill('sbagliata')
  await dialog.getByRole('button', { name: 'Accedi' }).click()
  await expect(dialog.getByRole('alert')).toContainText('E-mail o password non corrette.')
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Accedi' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Profilo aggiornato con successo')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Cognome')).toHaveValue('Rossi')
  consoleErrors.length = 0
})

test('with an expired session public pages work and a member’s page asks to sign in again', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  // The page of an own listing also requests the owner's figures.
  const { id } = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_SELLER, '/')
  await page.evaluate(() => localStorage.setItem('cartItems', '[]'))
  await spoilToken(page)
  const [figures] = await Promise.all([page.waitForResponse(/\/statistics$/), journey.visit(`/product/${id}`)])
  expect(figures.status()).toBe(401)
  await journey.arrived()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/profile')
  const dialog = page.getByRole('dialog', { name: 'La sessione è scaduta' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: 'La sessione è scaduta' })).toBeVisible()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await dialog.getByLabel('E-mail').fill(DEMO_SELLER)
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('heading', { name: 'Il tuo profilo' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Attività/ })).toBeVisible()
  // Unsaved work in the browser's storage is kept for the same member.
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBe('[]')
  consoleErrors.length = 0
})

test('another member who signs in over the page gets none of what the first one stored', { tag: '@all' }, async ({
  page,
  piazza,
  consoleErrors,
}) => {
  const { id } = await publishByApi(piazza.origin)
  await aMemberOnProfile(page, piazza.origin)
  await page.evaluate((favourite) => {
    const { _id: memberId } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    localStorage.setItem('preferiti', JSON.stringify({ memberId, ids: [favourite] }))
    localStorage.setItem('cartItems', '[]')
    localStorage.setItem('modificheAnnunci:altra', '[]')
  }, id)
  await spoilToken(page)
  await page.getByLabel('Cognome').fill('Rossi')
  await page.getByRole('button', { name: 'Salva i dati' }).click()
  const dialog = page.getByRole('dialog', { name: 'La sessione è scaduta' })
  await dialog.getByLabel('E-mail').fill(DEMO_SELLER)
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(DEMO_SELLER)
  await expect(page.getByLabel('Cognome')).not.toHaveValue('Rossi')
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('modificheAnnunci:altra'))).toBe('[]')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('preferiti'))).not.toContain(id)
  consoleErrors.length = 0
})

test('a profile that is still loading while another member signs in in another tab leaves that session as it is', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await aMemberOnProfile(page, piazza.origin, '/profile')
  const other = await signInByApi(piazza.origin, DEMO_SELLER, DEMO_PASSWORD)
  const signInMeanwhile = async (route: Route) => {
    const response = await route.fetch()
    await page.evaluate((user) => localStorage.setItem('userInfo', JSON.stringify(user)), other)
    await route.fulfill({ response })
  }
  await page.route(/\/api\/users\/[0-9a-f-]{36}$/, signInMeanwhile, { times: 1 })
  const loaded = page.waitForResponse('**/api/users/overview')
  await page.reload()
  await loaded
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  expect(stored).toMatchObject({ _id: other._id, token: other.token })
})

test('a new e-mail needs the password, takes effect once confirmed, and can be undone from the old address', {
  tag: '@all',
}, async ({ page, journey, piazza, consoleErrors }) => {
  const person = await aVerifiedMember(piazza.origin)
  await openAs(page, person, '/profilo/sicurezza')
  const form = page.getByRole('form', { name: 'E-mail' })
  const newEmail = `nuova-${person.email}`
  await form.getByLabel('Nuova e-mail').fill(newEmail)
  await form.getByLabel('Password attuale', { exact: true }).fill('sbagliata')
  await form.getByRole('button', { name: 'Cambia l’e-mail' }).click()
  await expect(form.getByRole('alert')).toHaveText('La password non è corretta.')
  consoleErrors.length = 0
  await form.getByLabel('Password attuale', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Cambia l’e-mail' }).click()
  await expect(page.getByText(`In attesa di conferma: ${newEmail}`)).toBeVisible()

  await journey.visit(await linkInMail(piazza.origin, newEmail, '/nuova-email/'))
  await page.getByRole('button', { name: 'Conferma' }).click()
  await page.getByRole('link', { name: 'Vai al tuo profilo' }).click()
  await expect(page.getByText(`Il tuo indirizzo è ${newEmail}.`)).toBeVisible()

  await journey.visit(await linkInMail(piazza.origin, person.email, '/annulla-modifica/'))
  await page.getByRole('button', { name: 'Annulla la modifica' }).click()
  await expect(page.getByText('La modifica è annullata')).toBeVisible()
  // The server has ended every session; this browser signs in again as on another device.
  await page.evaluate(() => localStorage.removeItem('userInfo'))
  await journey.visit('/signin')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL('/')
})

test('a member who never asked for the newsletter sees no badge, subscribes and leaves again', { tag: '@all' }, async ({
  page,
  piazza,
  consoleErrors,
}) => {
  await openAs(page, await aVerifiedMember(piazza.origin), '/profilo/privacy')
  const panel = page.getByRole('region', { name: 'Newsletter' })
  await expect(panel.getByText('Iscrizione non confermata')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Disiscriviti' })).toBeHidden()
  await page.route('**/api/users/newsletterUpdate', (route) => route.abort(), { times: 1 })
  await panel.getByRole('button', { name: 'Iscriviti alla newsletter' }).click()
  await expect(panel.getByRole('alert')).toContainText('Il sito non risponde')
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await panel.getByRole('button', { name: 'Iscriviti alla newsletter' }).click()
  await expect(panel.getByText('Iscrizione non confermata')).toBeVisible()
  await panel.getByRole('button', { name: 'Disiscriviti' }).click()
  await expect(panel.getByText('Non riceverai più la newsletter.')).toBeVisible()
  await expect(panel.getByText('Iscrizione non confermata')).toBeHidden()
})

test('a member whose address is not verified asks for the newsletter and does not learn whether the address gets it', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await aMemberOnProfile(page, piazza.origin, '/profilo/privacy')
  const panel = page.getByRole('region', { name: 'Newsletter' })
  await panel.getByRole('button', { name: 'Iscriviti alla newsletter' }).click()
  await expect(panel.getByText('Per completare l’iscrizione apri l’e-mail')).toBeVisible()
  await expect(panel.getByText('Iscrizione non confermata')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Disiscriviti' })).toBeHidden()
})
