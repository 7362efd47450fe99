import { expect, type Page } from '@playwright/test'
import { formatAmount } from '#domain/base/money.ts'

/** The header shows what the member has in the wallet now. */
export const expectBalanceInHeader = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  // Asked again while the chain is too slow to tell the balance.
  await expect(async () => {
    const response = await page.request.get('/api/wallet', { headers: { authorization: `Bearer ${token}` } })
    expect(response.status()).toBe(200)
    const name = `Portafoglio, saldo ${formatAmount((await response.json()).balance)}`
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible({ timeout: 10_000 })
  }).toPass()
}
