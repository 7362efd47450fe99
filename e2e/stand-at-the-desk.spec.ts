import { DEMO_ADMIN, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('the desk registers a person without e-mail, acts for her with card and PIN, and prints a receipt', async ({
  page,
  journey,
}) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/sportello')
  await journey.arrived()
  const person = page.getByRole('region', { name: 'Iscrivi una persona senza e-mail' })
  const username = `RINA${Math.floor(Math.random() * 100_000)}`
  await person.getByLabel('Nome', { exact: true }).fill('Rina')
  await person.getByLabel('Cognome').fill('Bo')
  await person.getByLabel('Nome utente').fill(username)
  await person.getByLabel('PIN di 6 cifre', { exact: true }).fill('314159')
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
  await expect(page).toHaveURL('/productlist/seller')
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
  await expect(page.getByText('Firma di Rina Bo')).toBeVisible()
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
