import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'
import { aStranger, DEMO_PASSWORD, DEMO_SELLER, registerByApi, signIn } from './people.ts'

test('somebody who forgot the password chooses a new one through the mail', async ({
  page,
  journey,
  piazza,
  complaints,
}) => {
  const person = aStranger()
  await registerByApi(piazza.origin, person)
  await journey.visit('/signin')
  await signIn(page, person.email, 'sbagliata')
  await expect(page.getByRole('alert')).toHaveText('E-mail o password non corrette.')
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Hai dimenticato la password?' }).click()
  await journey.arrived()
  await page.getByLabel('E-mail').fill('nessuno@esempio.test')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page.getByRole('alert')).toHaveText("L'email non risulta registrato. Vorresti registrarti addesso?")
  expect(complaints.splice(0)).toHaveLength(2)
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
  await expect(page.getByRole('alert')).toHaveText('Password e conferma password devono essere uguali')
  await page.getByLabel('Conferma password', { exact: true }).fill('nuova-password')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page).toHaveURL('/signin')
  await signIn(page, person.email, 'nuova-password')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Accedi' })).toBeHidden()
})

test('a member sees the secret of the wallet against the password alone', async ({ page, journey, complaints }) => {
  await journey.visit('/signin?redirect=profile')
  await signIn(page, DEMO_SELLER, DEMO_PASSWORD)
  await expect(page).toHaveURL('/profile')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Mostra la chiave segreta' })).toBeVisible()
  }).toPass()
  await page.getByRole('button', { name: 'Mostra la chiave segreta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chiave segreta' })
  await dialog.getByLabel('La tua password', { exact: true }).fill('sbagliata')
  await dialog.getByRole('button', { name: 'Mostra', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('La password non è corretta.')
  await expect(page).toHaveURL('/profile')
  complaints.length = 0
  await dialog.getByLabel('La tua password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Mostra', exact: true }).click()
  await expect(dialog.locator('code')).toHaveText(/^0x[0-9a-f]{64}$/)
  await dialog.getByRole('button', { name: 'Nascondi' }).click()
  await expect(page.locator('code')).toHaveCount(0)
})

test('a member takes their data with them and closes the account', async ({ page, journey, piazza }) => {
  const person = aStranger()
  await registerByApi(piazza.origin, person)
  await journey.visit('/signin?redirect=/profile')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL('/profile')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Scarica' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('i-miei-dati.json')
  await page.getByRole('button', { name: 'Cancella l’account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancella il mio account' })
  await dialog.getByLabel('La tua password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Cancella per sempre' }).click()
  await expect(dialog.getByText('Il tuo account è stato cancellato.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Torna alla vetrina' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Accedi' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
})

test('a session that the server no longer knows ends in the browser too', async ({ page, complaints }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const user = { _id: '01a1dd19-6ac6-7e41-9831-b41830232d98', username: 'X', token: 'scaduto', verified: true }
    localStorage.setItem('userInfo', JSON.stringify(user))
    localStorage.setItem('modificheAnnunci', '[]')
  })
  await page.goto('/profile')
  await expect(page).toHaveURL('/signin?redirect=%2Fprofile')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  // What was being written is still there when the same person comes back.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['modificheAnnunci'])
  complaints.length = 0
})
