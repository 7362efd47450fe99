import { DAY_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aVerifiedMember, DEMO_ADMIN, DEMO_PASSWORD, DEMO_SELLER, openAs, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { expectMail } from './mailbox.ts'
import { expectHeadline } from './requests.ts'

/** A request for a thing of 120 VAL, which its owner has not answered. */
const aLargeRequest = async (origin: string) => {
  const person = await aVerifiedMember(origin)
  const { token, _id } = await signInByApi(origin, person.email, person.password)
  const owner = await signInByApi(origin, DEMO_SELLER, DEMO_PASSWORD)
  const publish = async (by: string, listing: object) => {
    const { product } = await callApi(origin, 'POST', '/products', { token: by, body: {} })
    const body = { ...product, section: 'offro', category: 'Alimentari', countInStock: 9, ...listing }
    await callApi(origin, 'PUT', `/products/${product._id}`, { token: by, body })
    return product._id as string
  }
  await publish(token, { name: 'Torta di prova', priceVal: 4 })
  await callApi(origin, 'PUT', `/users/upgrade/${_id}`, { token, body: {} })
  const product = await publish(owner.token, { name: `Forno per ${person.username}`, priceVal: 120 })
  const body = { orderItems: [{ product, qty: 1 }], inPerson: true }
  const { order } = await callApi(origin, 'POST', '/orders', { token, body })
  return { person, token, owner, order }
}

test('a request above the sum of a day is paid with the password, and the payer gets a receipt by mail', {
  tag: '@all',
}, async ({ page, piazza, journey, consoleErrors }) => {
  const { origin } = piazza
  const { person, token, owner, order } = await aLargeRequest(origin)
  const admin = await signInByApi(origin, DEMO_ADMIN, DEMO_PASSWORD)
  const gift = { to: person.username, amount: 50 }
  await callApi(origin, 'POST', '/treasury/gifts', { token: admin.token, body: gift })
  await callApi(origin, 'POST', `/orders/${order._id}/accept`, { token: owner.token, body: order.terms })
  const balance = async () => (await callApi(origin, 'GET', '/wallet/balance', { token })).balance
  await expect.poll(balance, { timeout: 60_000 }).toBe(150)

  await openAs(page, person, `/order/${order._id}`)
  await page.getByRole('button', { name: 'Trasferisci 120 VAL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trasferire 120 VAL?' })
  const submit = dialog.getByRole('button', { name: 'Trasferisci 120 VAL a' })
  const isTransfer = (response: { url(): string }) => response.url().endsWith(`/orders/${order._id}/transfer`)
  const refused = page.waitForResponse(isTransfer)
  await submit.click()
  expect((await refused).status()).toBe(403)
  const password = dialog.getByLabel('La tua password', { exact: true })
  await expect(password).toBeVisible()
  // The browser itself reports the refused request.
  expect(consoleErrors.splice(0)).toHaveLength(1)
  expect(await balance()).toBe(150)
  await password.fill(person.password)
  await submit.click()
  await expectHeadline(page, 'Hai trasferito 120 VAL')
  await journey.arrived()
  await expectMail(origin, person.email, 'Hai mandato 120 VAL a Forno del Borgo (demo)')
})

test('the tile of requests without an answer opens their list', { tag: '@all' }, async ({ page, piazza, journey }) => {
  const { person, order } = await aLargeRequest(piazza.origin)
  const ago = new Date(Date.now() - 8 * DAY_MS)
  await moveTime(
    piazza.folder,
    (db) => db.execute(sql`update orders set created_at = ${ago} where id = ${order._id}`),
    'follow-up-requests',
  )
  await openAsDemoMember(page, DEMO_ADMIN, '/dashboard')
  await page.getByRole('link', { name: /Richieste senza risposta/ }).click()
  await expect(page).toHaveURL('/orderlist?only=unanswered')
  await expect(page.getByRole('link', { name: 'Senza risposta' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(`Forno per ${person.username}`).first()).toBeVisible()
  await journey.arrived()
})
