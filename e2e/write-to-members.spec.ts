import { DEMO_ADMIN, DEMO_PASSWORD, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectMail, linkInMail } from './mailbox.ts'

const unique = (word: string) => `${word} ${Math.random().toString(36).slice(2, 8)}`
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@esempio.test`

test('an admin brings three members along from a file, and one of them enters', async ({ page, journey, piazza }) => {
  const [rosa, ugo, bea] = [unique('Rosa'), unique('Ugo'), unique('Bea')]
  await journey.visit('/signin?redirect=/userlist')
  await signIn(page, DEMO_ADMIN, DEMO_PASSWORD)
  await expect(page).toHaveURL('/userlist')
  await page.getByRole('link', { name: 'Iscrivi da un file' }).click()
  await expect(page.getByRole('heading', { name: 'Iscrivi da un file', level: 1 })).toBeVisible()
  await journey.arrived()
  const rows = [rosa, ugo, bea].map((name) => `${name};${addressOf(name)};Torta di ${name}`)
  await page.getByLabel('Oppure incolla qui').fill(['Socio;Recapito;Offro', ...rows, 'Senza posta;;'].join('\n'))
  await page.getByRole('button', { name: 'Controlla' }).click()
  await expect(page.getByRole('table', { name: 'Righe da correggere' })).toContainText('indirizzi e-mail')
  await page.getByLabel('E-mail', { exact: true }).selectOption('Recapito')
  await page.getByLabel('Nome (o nome e cognome)').selectOption('Socio')
  await page.getByRole('button', { name: 'Controlla' }).click()
  await expect(page.getByRole('table', { name: 'Righe da correggere' })).toContainText('Manca l’indirizzo e-mail')
  await page.getByLabel('Oppure incolla qui').fill(['nome;email;offro', ...rows].join('\n'))
  await page.getByRole('button', { name: 'Controlla' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitare queste persone?' })
  await expect(dialog).toContainText('3 persone')
  await dialog.getByRole('button', { name: 'Invita' }).click()
  await expect(page.getByText('Fatto: 3 persone in tutto.')).toBeVisible()

  const link = await linkInMail(piazza.origin, addressOf(rosa), '/invito/')
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await journey.arrived()
  await page.getByLabel('Password', { exact: true }).fill('una-password-di-prova')
  await page.getByLabel('Conferma password').fill('una-password-di-prova')
  await page.getByRole('button', { name: 'Entro in piazza' }).click()
  await expect(page.getByRole('alert')).toContainText('accetta le condizioni')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Entro in piazza' }).click()
  await signIn(page, addressOf(rosa), 'una-password-di-prova')
  await expect(page).toHaveURL('/productlist/seller')
  await page.getByRole('link', { name: /^Completa/ }).click()
  await expect(page.getByLabel('Titolo')).toHaveValue(`Torta di ${rosa}`)
})

test('an admin writes the first newsletter, tries it, sends it and sees how many have arrived', async ({
  page,
  journey,
  piazza,
}) => {
  const subject = unique('Festa di primavera')
  await journey.visit('/signin?redirect=/scrivi')
  await signIn(page, DEMO_ADMIN, DEMO_PASSWORD)
  await expect(page).toHaveURL('/scrivi')
  await journey.arrived()
  await page.getByRole('link', { name: 'Scrivi una newsletter' }).click()
  await expect(page).toHaveURL('/scrivi/nuova')
  await journey.arrived()
  await page.getByLabel('Tutti gli utenti verificati').check()
  await page.getByLabel('Oggetto').fill(subject)
  await page.getByLabel('Testo', { exact: true }).fill('Vi aspettiamo in piazza.\n\nCi sarà la torta.')
  await expect(page.getByRole('article', { name: 'Anteprima' })).toContainText('Ci sarà la torta.')
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await page.getByLabel('A quale indirizzo').fill('prova@esempio.test')
  await page.getByRole('button', { name: 'Manda una prova' }).click()
  await expect(page.getByText('La prova è partita')).toBeVisible()
  await expectMail(piazza.origin, 'prova@esempio.test', `[Prova] ${subject}`)
  await page.getByRole('button', { name: 'Spedisci la newsletter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Spedisci', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Spedita', exact: true })).toBeVisible()
  await journey.arrived()
  await expectMail(piazza.origin, DEMO_ADMIN, subject)
  await page.getByRole('link', { name: 'Tutte le newsletter' }).click()
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText('Spedita')
})
