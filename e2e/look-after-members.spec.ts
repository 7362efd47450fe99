import {
  aNewAccount,
  aVerifiedMember,
  DEMO_ADMIN,
  DEMO_PASSWORD,
  DEMO_SELLER,
  openAsDemoMember,
  registerByApi,
  signIn,
} from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('an admin finds a member, changes their roles, and deletes them after being asked', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
}) => {
  const person = aNewAccount()
  await registerByApi(piazza.origin, person)
  await openAsDemoMember(page, DEMO_ADMIN, '/userlist')
  await journey.arrived()

  await page.getByLabel('Cerca', { exact: true }).fill(person.username)
  await page.getByLabel('Cerca', { exact: true }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${person.username}`))
  await expect(page.getByText('Un utente', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Modifica ${person.username}` }).click()
  await expect(page.getByRole('heading', { name: 'Modifica utente' })).toBeVisible()
  await journey.arrived()
  await page.getByLabel('Nome', { exact: true }).fill('Nuovo Nome')
  await page.getByLabel('Offerente').check()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL('/userlist')
  await expect(page.getByText(`Le modifiche a ${person.username} sono salvate.`)).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: person.username })
  await expect(row).toContainText('Nuovo Nome')
  await expect(row).toContainText('Offerente')
  await row.getByRole('button', { name: `Cancella ${person.username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancellare questo utente?' })
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Cancella ${person.username}` }).click()
  await dialog.getByRole('button', { name: 'Cancella', exact: true }).click()
  await expect(page.getByText('Utente cancellato.')).toBeVisible()
  await expect(row).toBeHidden()
})

test('nobody is made an admin without being asked', { tag: '@all' }, async ({ page, piazza }) => {
  const person = await aVerifiedMember(piazza.origin)
  await openAsDemoMember(page, DEMO_ADMIN, `/userlist?q=${person.username}`)
  await page.getByRole('link', { name: `Modifica ${person.username}` }).click()
  await page.getByLabel('Ruolo').selectOption('admin')
  await page.getByRole('button', { name: 'Salva' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dare l’amministrazione?' })
  await expect(dialog).toContainText(`${person.username} vedrà i dati di tutti`)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await page.goto(`/userlist?q=${person.username}`)
  const row = page.getByRole('row').filter({ hasText: person.username })
  await expect(row).not.toContainText('Admin')
  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByLabel('Ruolo').selectOption('admin')
  await page.getByRole('button', { name: 'Salva' }).click()
  await dialog.getByRole('button', { name: 'Dai l’amministrazione' }).click()
  await expect(page.getByText(`Le modifiche a ${person.username} sono salvate.`)).toBeVisible()
  await expect(row).toContainText('Admin')
  // Other tests count on one admin.
  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByLabel('Ruolo').selectOption('member')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(row).not.toContainText('Admin')
})

test('the last admin cannot be demoted', { tag: '@all' }, async ({ page, consoleErrors }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/userlist?q=admin%40esempio.test')
  await page.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByLabel('Ruolo').selectOption('member')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('alert')).toContainText('È l’unica persona che amministra: prima nominane un’altra.')
  await expect(page.getByLabel('Ruolo')).toHaveValue('member')
  consoleErrors.length = 0
})

test('the dashboard shows the association’s figures', { tag: '@all' }, async ({ page, journey }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/dashboard')
  for (const name of ['Persone', 'Annunci', 'Scambi', 'VAL']) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  }
  await page.getByText('Leggi i numeri').first().click()
  await expect(page.getByRole('table', { name: 'Nuovi utenti' }).getByRole('row')).toHaveCount(13)
  await journey.arrived()
})

test('members’ pages send visitors to sign in and back, and admins’ pages send members away', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  for (const path of ['/profile', '/dashboard', '/userlist', '/user/01a1dd19-6ac6-7e41-9831-b41830232d98/edit']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/signin?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto('/signin?redirect=/userlist')
  await signIn(page, DEMO_SELLER, DEMO_PASSWORD)
  await expect(page).toHaveURL('/signin?redirect=%2Fuserlist&riservata')
  await expect(page.getByText('Questa pagina è riservata')).toBeVisible()
  await journey.arrived()
})

test('signing in never leads to another site', { tag: '@all' }, async ({ page, piazza }) => {
  await page.goto('/signin?redirect=//altrove.test/x')
  await signIn(page, DEMO_SELLER, DEMO_PASSWORD)
  await expect(page).toHaveURL(`${piazza.origin}/`)
})
