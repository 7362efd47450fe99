import { addDays, formatDate, italianDate, ofDate, theDate } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { JobName } from '#server/platform/jobs/jobs.ts'
import { aVerifiedMember, DEMO_ADMIN, DEMO_BUYER, openAsDemoMember } from './accounts.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'

const moveRound = (folder: string, from: string, to: string, job: JobName) =>
  moveTime(folder, (db) => db.execute(sql`update evaporation_round set date = ${to} where date = ${from}`), job)

test('a round is announced, members are warned, the server calls it, and the statement explains what it took', {
  tag: '@all',
}, async ({ page, journey, piazza }) => {
  const today = italianDate(new Date())
  // A round is announced 14 days ahead; one more, in case that midnight passes.
  const [announced, soon] = [addDays(today, 15), addDays(today, 5)]
  await openAsDemoMember(page, DEMO_ADMIN, '/tesoreria')
  await journey.arrived()
  await page.getByLabel('Data del giro').fill(formatDate(announced))
  await page.getByRole('button', { name: 'Annuncia', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('un giro toglierebbe')
  await dialog.getByLabel('Per confermare scrivi la data').fill('01/01/2020')
  await dialog.getByRole('button', { name: 'Annuncia' }).click()
  await expect(dialog).toContainText(`Per confermare scrivi ${formatDate(announced)}.`)
  await dialog.getByLabel('Per confermare scrivi la data').fill(formatDate(announced))
  await dialog.getByRole('button', { name: 'Annuncia' }).click()
  await expect(page.getByText(`Il giro ${ofDate(announced)} è annunciato`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Storico della tesoreria' })).toContainText('Annunciato il giro')

  await moveRound(piazza.folder, announced, soon, 'tell-rounds')
  await openAsDemoMember(page, DEMO_BUYER, '/portafoglio')
  await expect(page.getByRole('heading', { name: /Al prossimo giro, .* evaporano .* VAL: spendili qui/ })).toBeVisible()
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  const notices = async () =>
    (await page.request.get('/api/notices', { headers: { authorization: `Bearer ${token}` } })).text()
  await expect.poll(notices, { timeout: 30_000 }).toContain(`Il prossimo giro di evaporazione è ${theDate(soon)}`)

  await moveRound(piazza.folder, soon, today, 'call-rounds')
  await expect
    .poll(async () => (await page.request.get('/api/currency/rounds')).text(), { timeout: 60_000 })
    .toContain('"done"')
  await page.reload()
  await expect(page.getByText(/Evaporazione del.*: 6\s% di/).first()).toBeVisible()

  await journey.visit('/moneta')
  await expect(page.getByRole('table', { name: 'Giri di evaporazione' })).toContainText('Concluso')
})

test('an admin gives VAL to the members in a file; unknown members are refused, with the number of their row', {
  tag: '@all',
}, async ({ page, journey, piazza, consoleErrors }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/tesoreria')
  await journey.arrived()
  const give = page.getByRole('form', { name: 'Dai VAL a una persona' })
  await give.getByLabel('Nome utente').fill('nessuno-di-qui')
  await give.getByLabel('Importo in VAL').fill('5')
  await give.getByRole('button', { name: 'Continua' }).click()
  await expect(give).toContainText('Nessuno in piazza ha questo nome utente')
  // The browser itself reports the refused request.
  expect(consoleErrors.splice(0)).toHaveLength(1)

  const file = page.getByRole('form', { name: 'Dai VAL da un file' })
  const upload = async (csv: string) => {
    await file
      .getByLabel('File CSV')
      .setInputFiles({ name: 'regali.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await file.getByRole('button', { name: 'Controlla il file' }).click()
  }
  await upload('username,amount,note\nnessuno-di-qui,5,x\n')
  await expect(file).toContainText('Riga 2: Nessuno in piazza ha questo nome utente')
  await expect(file).toContainText('Nessuno ha ricevuto nulla')
  const members = [await aVerifiedMember(piazza.origin), await aVerifiedMember(piazza.origin)]
  await upload(`username,amount,note\n${members.map(({ username }) => `${username},1.50,Grazie\n`).join('')}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3,00 VAL dalla tesoreria a 2 persone')
  await dialog.getByRole('button', { name: 'Dai i VAL' }).click()
  await expect(page.getByText('vanno a 2 persone')).toBeVisible()
  const gifts = page.getByRole('list', { name: 'Ultimi regali' })
  await expect(gifts).toContainText('tutti e 2 arrivati', { timeout: 60_000 })
  await expect(page.getByRole('table', { name: 'Storico della tesoreria' })).toContainText('3,00 VAL a 2 persone')

  const [{ username = '' } = {}] = members
  await give.getByLabel('Nome utente').fill(username)
  await give.getByLabel('Importo in VAL').fill('150')
  await give.getByRole('button', { name: 'Continua' }).click()
  await expect(dialog).toContainText('Ora ha 1,50 VAL, dopo ne avrà 151,50 VAL')
  await dialog.getByLabel('Per confermare scrivi la somma').fill('15')
  await dialog.getByRole('button', { name: 'Dai 150 VAL' }).click()
  await expect(dialog).toContainText('Per confermare scrivi 150,00 VAL.')
  await dialog.getByLabel('Per confermare scrivi la somma').fill('150')
  await dialog.getByRole('button', { name: 'Dai 150 VAL' }).click()
  await expect(gifts).toContainText('arrivato', { timeout: 60_000 })
  await gifts.getByRole('listitem').first().getByRole('button', { name: 'Riprendi' }).click()
  await dialog.getByRole('button', { name: 'Riprendi' }).click()
  await expect(page.getByText('I VAL tornano in tesoreria.')).toBeVisible()
  await expect(gifts).toContainText('annullato', { timeout: 60_000 })
})
