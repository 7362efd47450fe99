import { expect, type Page } from '@playwright/test'
import { formatAmount } from '#domain/money.ts'

/** The header shows what the member has in the wallet now. */
export const expectBalanceInHeader = async (page: Page): Promise<void> => {
  const balance: number = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    const response = await fetch('/api/wallet', { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()).balance
  })
  const name = `Portafoglio, saldo ${formatAmount(balance)}`
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
}
