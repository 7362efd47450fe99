import { aNewAccount } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'

test('a reader asks for the newsletter, confirms it, and leaves it again', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const { email } = aNewAccount()
  const ask = async () => {
    await page.getByLabel('Nome').fill('Nina di Prova')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Iscriviti' }).click()
  }
  await journey.visit('/newsletter')
  await ask()
  await expect(page.getByText('Per completare l’iscrizione apri l’e-mail')).toBeVisible()
  await ask()
  await expect(page.getByText('manca la tua conferma')).toBeVisible()
  await journey.arrived()

  await journey.visit(`/newsletter/${encodeURIComponent(email)}?codice=inventato`)
  await expect(page.getByRole('alert')).toContainText('non è valido')
  expect(consoleErrors.splice(0)).toHaveLength(1)

  await journey.visit(await linkInMail(piazza.origin, email, '/newsletter/'))
  await expect(page.getByText('Grazie, Nina di Prova! La tua iscrizione è confermata.')).toBeVisible()
  await journey.visit('/newsletter')
  await ask()
  await expect(page.getByText('Grazie per aver riconfermato la tua iscrizione!')).toBeVisible()

  await journey.visit(await linkInMail(piazza.origin, email, '/disiscrizione/'))
  await page.getByRole('button', { name: 'Disiscriviti' }).click()
  await expect(page.getByText('Non riceverai più la newsletter.')).toBeVisible()
})
