import { readFile } from 'node:fs/promises'
import { aVerifiedMember, DEMO_ADMIN, DEMO_PASSWORD, openAs, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect, test } from './fixtures.ts'

/** A member who has just become an admin too. */
const aSecondAdmin = async (origin: string) => {
  const admin = await signInByApi(origin, DEMO_ADMIN, DEMO_PASSWORD)
  const person = await aVerifiedMember(origin)
  const { _id } = await signInByApi(origin, person.email, person.password)
  await callApi(origin, 'PUT', `/users/${_id}`, { token: admin.token, body: { role: 'admin' } })
  return person
}

test('a large gift waits for the yes of another admin, and can then be taken back', { tag: ['@all', '@both'] }, async ({
  page,
  browser,
  journey,
  piazza,
}) => {
  const second = await aSecondAdmin(piazza.origin)
  const member = await aVerifiedMember(piazza.origin)
  await openAsDemoMember(page, DEMO_ADMIN, '/tesoreria')
  const give = page.getByRole('form', { name: 'Dai VAL a una persona' })
  await give.getByLabel('Nome utente').fill(member.username)
  await give.getByLabel('Importo in VAL').fill('1200,50')
  await give.getByRole('button', { name: 'Continua' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(member.username)
  await page.screenshot({ path: test.info().outputPath('regalo.png') })
  await dialog.getByLabel('Per confermare scrivi la somma').fill('1200,50')
  await dialog.getByRole('button', { name: 'Proponi 1.200,50 VAL' }).click()
  const proposed = page
    .getByRole('list', { name: 'Ultimi regali' })
    .getByRole('listitem')
    .filter({ hasText: member.username })
  await expect(proposed).toContainText('aspetta il sì di un’altra persona che amministra')
  await expect(proposed.getByRole('button', { name: /^Di’ di sì/ })).toHaveCount(0)
  await journey.arrived()

  const context = await browser.newContext({ baseURL: piazza.origin, viewport: page.viewportSize() })
  const other = await context.newPage()
  await openAs(other, second, '/avvisi')
  await other.getByRole('link', { name: /propone di dare 1\.200,50 VAL .*: serve il tuo sì/ }).click()
  const waiting = other
    .getByRole('list', { name: 'Ultimi regali' })
    .getByRole('listitem')
    .filter({ hasText: member.username })
  await waiting.getByRole('button', { name: /^Di’ di sì/ }).click()
  await other.screenshot({ path: test.info().outputPath('secondo-si.png') })
  await other.getByRole('dialog').getByRole('button', { name: 'Di’ di sì' }).click()
  await expect(other.getByText('Hai detto di sì: i VAL partono.')).toBeVisible()
  await expect(waiting).toContainText('arrivato', { timeout: 60_000 })
  await other.screenshot({ path: test.info().outputPath('arrivato.png'), fullPage: true })
  await waiting.getByRole('button', { name: /^Riprendi/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Riprendi' }).click()
  await expect(other.getByText('I VAL tornano in tesoreria.')).toBeVisible()
  await expect(waiting).toContainText('annullato', { timeout: 60_000 })
  await context.close()

  await openAs(page, member, '/portafoglio')
  await expect(page.getByRole('row').filter({ hasText: 'Tesoreria · ripresi' })).toContainText('-1.200,50 VAL')
  await page.screenshot({ path: test.info().outputPath('portafoglio.png'), fullPage: true })
})

test('an admin creates VAL, and reads how many as people write it', { tag: '@all' }, async ({ page, journey }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/tesoreria')
  await page.getByRole('form', { name: 'Crea VAL' }).getByLabel('Quanti VAL').fill('1250,5')
  await page.getByRole('form', { name: 'Crea VAL' }).getByRole('button', { name: 'Crea VAL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Creare nuovi VAL?' })
  await dialog.getByLabel('Per confermare scrivi l’importo').fill('1250,50')
  await dialog.getByRole('button', { name: 'Crea', exact: true }).click()
  await expect(
    page.getByText(/^(Hai creato 1\.250,50\sVAL nella tesoreria|1\.250,50\sVAL stanno per arrivare)/),
  ).toBeVisible()
  await journey.visit('/registro')
  await expect(page.getByRole('row').filter({ hasText: 'Tesoreria: VAL creati' }).first()).toBeVisible()
})

test('an admin downloads an encrypted backup after the password, and the audit log names it', { tag: '@all' }, async ({
  page,
  journey,
  consoleErrors,
}) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/stato')
  await page.getByRole('button', { name: 'Scarica una copia' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Prepara e scarica' })
  await dialog.getByLabel('Frase segreta').fill('corta')
  await submit.click()
  await expect(dialog).toContainText('La frase segreta deve avere almeno 16 caratteri.')
  await dialog.getByLabel('Frase segreta').fill('una frase che nessuno indovina')
  await dialog.getByLabel('La tua password', { exact: true }).fill('sbagliata')
  await submit.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  // The browser itself reports the refused request.
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await dialog.getByLabel('La tua password', { exact: true }).fill(DEMO_PASSWORD)
  await page.screenshot({ path: test.info().outputPath('copia.png') })
  const downloaded = page.waitForEvent('download')
  await submit.click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^piazza-[\d-]+\.tar\.gz\.enc$/)
  expect((await readFile(await download.path())).subarray(0, 8).toString()).toBe('PIAZZA-1')
  await expect(dialog).toContainText('La copia è pronta')
  await dialog.getByRole('button', { name: 'Chiudi' }).click()
  await journey.visit('/registro')
  await expect(page.getByRole('row').filter({ hasText: 'Copia di sicurezza scaricata' }).first()).toBeVisible()
})
