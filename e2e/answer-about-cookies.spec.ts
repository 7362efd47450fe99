import { expect, test } from './fixtures.ts'

const DAY = 24 * 60 * 60

for (const [answer, days] of [
  ['Accetto', 150],
  ['Rifiuta', 180],
] as const) {
  test(`"${answer}" about cookies holds for ${days} days, and the choice can be changed`, {
    tag: ['@all', '@phone'],
  }, async ({ page, journey, context }) => {
    await journey.visit('/')
    const bar = page.getByRole('region', { name: 'Cookie' })
    await expect(bar).toBeVisible()
    expect(await context.cookies()).toEqual([])
    await bar.getByRole('button', { name: answer }).click()
    await expect(bar).toBeHidden()
    const [cookie] = await context.cookies()
    const left = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY
    expect(Math.round(left)).toBe(days)
    await page.reload()
    await expect(bar).toBeHidden()
    await page.getByRole('button', { name: 'Preferenze cookie' }).click()
    await expect(bar).toBeVisible()
  })
}
