import type { Page } from '@playwright/test'
import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { overflow } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'
import { publishByApi } from './listings.ts'
import { expectHeadline } from './requests.ts'

/** A request with a long name, a problem and many messages. */
const aLongRequest = async (origin: string) => {
  const name = 'Restauro di sedie impagliate, poltroncine e dondoli della nonna, a domicilio'
  const { id } = await publishByApi(origin, { name, delivery: 'personalmente' })
  const { token } = await signInByApi(origin, DEMO_BUYER, DEMO_PASSWORD)
  const { token: owner } = await signInByApi(origin, DEMO_SELLER, DEMO_PASSWORD)
  const { order } = await callApi(origin, 'POST', '/orders', { token, body: { orderItems: [{ product: id, qty: 1 }] } })
  await callApi(origin, 'POST', `/orders/${order._id}/accept`, { token: owner, body: { val: 4, euro: 2 } })
  const { _id: thread } = await callApi(origin, 'POST', '/threads', { token, body: { order: order._id } })
  for (const text of Array.from({ length: 8 }, (_, index) => `Messaggio ${index}: ci vediamo sabato alle dieci?`))
    await callApi(origin, 'POST', `/threads/${thread}/messages`, { token, body: { text } })
  await callApi(origin, 'POST', `/orders/${order._id}/problem`, { token, body: { text: 'Il negozio è chiuso.' } })
  return `/order/${order._id}`
}

const bottomOfField = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Scrivi a/ })
    .evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY)

/** Elements of the page itself that reach beyond the right edge. */
const tooWide = (page: Page) =>
  page
    .locator('main *')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ tagName }) => tagName),
    )

test('a request is read on small screens, enlarged, and on paper', { tag: '@all' }, async ({ page, piazza }) => {
  const path = await aLongRequest(piazza.origin)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsDemoMember(page, DEMO_BUYER, path)
  await expectHeadline(page, 'C’è un problema')
  expect(await bottomOfField(page)).toBeLessThanOrEqual(1.5 * 844)

  for (const [width, height] of [
    [360, 740],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await tooWide(page)).toEqual([])

  await page.reload()
  await whenLoaded(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Messaggio 0: ci vediamo sabato alle dieci?')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.goto('/orderhistory')
  await expect(page.getByRole('listitem').filter({ hasText: 'Restauro di sedie' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inviate', exact: true })).toBeHidden()
})
