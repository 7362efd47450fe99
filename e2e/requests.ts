import { expect, type Page } from '@playwright/test'

/** What the page of a request says first. */
export const expectHeadline = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('main').getByRole('status').getByText(text, { exact: true })).toBeVisible({ timeout: 60_000 })

export const acceptRequest = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Accetta' }).click()
  await expectHeadline(page, 'Siete d’accordo')
}

/** Transfers the VAL of an agreed request; `amount` as "4 VAL". */
export const transferVal = async (page: Page, amount: string): Promise<void> => {
  await page.getByRole('button', { name: `Trasferisci ${amount}` }).click()
  const dialog = page.getByRole('dialog', { name: `Trasferire ${amount}?` })
  await dialog.getByRole('button', { name: `Trasferisci ${amount} a` }).click()
  await expectHeadline(page, `Hai trasferito ${amount}`)
}

/** Confirms the payment; `covered` as "4 VAL arrivati, 2 € in mano". */
export const confirmPayment = async (page: Page, covered: string): Promise<void> => {
  await page.getByRole('button', { name: 'Pagamento ricevuto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hai ricevuto tutto?' })
  await expect(dialog).toContainText(covered)
  await dialog.getByRole('button', { name: 'Sì, conferma' }).click()
  await expectHeadline(page, 'Pagamento arrivato')
}
