import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { MESSAGES } from '#domain/base/errors.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aVerifiedMember, DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAs, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'
import { publishByApi } from './listings.ts'
import { loseEvents } from './live.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { aFolder } from './piazza.ts'
import { expectHeadline } from './requests.ts'

/** As if the tab went to the background, or came to the front. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** The empty conversation of a demo member about a new listing. */
const openNewConversation = async (page: Page, origin: string) => {
  const listing = await publishByApi(origin, {})
  await openAsDemoMember(page, DEMO_BUYER, `/product/${listing.id}`)
  await page.getByRole('button', { name: 'Fai una domanda' }).click()
  await expect(page.getByText('Ancora nessun messaggio')).toBeVisible()
}

test('two members talk to each other, live, and the bell counts what one of them has not seen', {
  tag: '@phone',
}, async ({ page, journey, piazza, browser }) => {
  // A new member, because other tests leave notices to the demo members.
  const owner = await aVerifiedMember(piazza.origin)
  const context = await browser.newContext({ baseURL: piazza.origin, viewport: page.viewportSize() })
  const seller = await context.newPage()
  const listing = await publishByApi(piazza.origin, {}, owner)
  await openAs(seller, owner, '/productlist/seller')

  await openAsDemoMember(page, DEMO_BUYER, `/product/${listing.id}`)
  await page.getByRole('button', { name: 'Fai una domanda' }).click()
  await expect(page).toHaveURL(/\/messaggi\/./)
  await journey.arrived()
  await expect(page.getByText('Ancora nessun messaggio')).toBeVisible()

  await page.getByRole('textbox', { name: /^Scrivi a/ }).fill('È ancora disponibile? Vedi https://altrove.example/x')
  await page.getByRole('button', { name: 'Invia' }).click()
  const log = page.getByRole('log', { name: /Messaggi con/ })
  await expect(log).toContainText('È ancora disponibile?')
  await expect(log.getByRole('link')).toHaveCount(0)
  await expect(log).toContainText('Contiene un indirizzo esterno')
  await journey.arrived()

  // The welcome VAL are told, too.
  await expect(seller.getByRole('link', { name: 'Notifiche, 2 da vedere' })).toBeAttached()
  await seller.goto('/messaggi')
  await seller.getByRole('link', { name: /È ancora disponibile/ }).click()
  await expect(seller.getByRole('log')).toContainText('È ancora disponibile?')
  await expect(seller.getByRole('link', { name: 'Notifiche, 1 da vedere' })).toBeAttached()

  await seller.getByRole('textbox', { name: /^Scrivi a/ }).fill('Sì, passa quando vuoi.')
  await seller.getByRole('button', { name: 'Invia' }).click()
  await expect(log).toContainText('Sì, passa quando vuoi.')
  await page.getByRole('textbox', { name: /^Scrivi a/ }).fill('Vengo domani')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(seller.getByRole('log')).toContainText('Vengo domani')
  await context.close()
})

test('what is typed while a message is sent stays, and a message sent again after a lost answer is there once', {
  tag: '@all',
}, async ({ page, piazza, consoleErrors }) => {
  const listing = await publishByApi(piazza.origin, {})
  await openAsDemoMember(page, DEMO_BUYER, `/product/${listing.id}`)
  await page.getByRole('button', { name: 'Fai una domanda' }).click()
  const field = page.getByRole('textbox', { name: /^Scrivi a/ })
  const log = page.getByRole('log', { name: /Messaggi con/ })

  // The server stores the message, but its answer is lost.
  await page.route('**/api/threads/*/messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field.fill('Domani alle dieci?')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByText('Il sito non risponde')).toBeVisible()
  await expect(field).toHaveValue('Domani alle dieci?')
  await page.unroute('**/api/threads/*/messages')

  const held = Promise.withResolvers<void>()
  await page.route('**/api/threads/*/messages', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Invia' }).click()
  await field.fill('Porto io il pane.')
  held.resolve()
  await expect(log.getByText('Domani alle dieci?')).toHaveCount(1)
  await expect(field).toHaveValue('Porto io il pane.')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(log).toContainText('Porto io il pane.')
  await expect(field).toHaveValue('')
  await page.reload()
  await expect(log.getByRole('listitem')).toHaveCount(2)
  // The browser logs the lost answer.
  consoleErrors.length = 0
})

test('a conversation is read back to its beginning, also when a message arrives meanwhile; nothing jumps', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await openNewConversation(page, piazza.origin)
  const id = page.url().split('/').at(-1) ?? ''
  const addMessages = (db: Database) =>
    db.execute(sql`
      with numbered as (
        update thread set messages = 100, last_at = now() where id = ${id} returning id, asker_id)
      insert into message (thread_id, number, sender_id, text, created_at)
      select id, number, asker_id, 'Messaggio ' || number, now() + number * interval '1 ms' - interval '1 hour'
      from numbered, generate_series(1, 100) as number`)
  await moveTime(piazza.folder, addMessages, 'send-notices')
  await page.reload()
  const log = page.getByRole('log', { name: /Messaggi con/ })
  await expect(log.getByRole('listitem')).toHaveCount(50)
  await page.getByRole('textbox', { name: /^Scrivi a/ }).fill('Un altro')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(log.getByRole('listitem')).toHaveCount(51)

  const older = page.getByRole('button', { name: 'Messaggi precedenti' })
  await older.focus()
  const first = log.getByText('Messaggio 51', { exact: true })
  const before = await first.boundingBox()
  await page.keyboard.press('Enter')
  await expect(log.getByRole('listitem')).toHaveCount(101)
  await expect(log).toBeFocused()
  await expect(first).toBeInViewport()
  // The button was above it.
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(100)
  await expect(log.getByText('Messaggio 1', { exact: true })).toBeAttached()
  await expect(older).toHaveCount(0)
})

test('a conversation whose session has ended asks nobody to sign in when its tab comes to the front', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await openNewConversation(page, piazza.origin)
  await page.route(/\/api\/threads\/[^/]+\?/, (route) =>
    route.fulfill({ status: 401, json: { message: MESSAGES.unauthenticated } }),
  )
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await refused
  await page.getByRole('textbox', { name: /^Scrivi a/ }).click()
  await whenLoaded(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a conversation in a hidden tab is not read again, and so not marked as read, until the tab is visible', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await openNewConversation(page, piazza.origin)
  const isRead = /\/api\/threads\/[^/]+\?/
  await setVisibility(page, 'hidden')
  let reads = 0
  page.on('request', (request) => {
    if (isRead.test(request.url())) reads++
  })
  const loadedAgain = page.waitForResponse('**/api/notices/unseen')
  await loseEvents(page)
  await loadedAgain
  expect(reads).toBe(0)
  const read = page.waitForResponse(isRead)
  await setVisibility(page, 'visible')
  await read
})

test('the bell counts the same in two tabs', { tag: '@all' }, async ({ page, piazza }) => {
  await openAsDemoMember(page, DEMO_BUYER, '/')
  const second = await page.context().newPage()
  await second.goto('/tutti_noi')
  const { token } = await signInByApi(piazza.origin, DEMO_SELLER, DEMO_PASSWORD)
  const { id: listing } = await publishByApi(piazza.origin, {}, { email: DEMO_BUYER, password: DEMO_PASSWORD })
  const { _id: thread } = await callApi(piazza.origin, 'POST', '/threads', { token, body: { listing } })
  await callApi(piazza.origin, 'POST', `/threads/${thread}/messages`, { token, body: { text: 'Buongiorno' } })
  for (const tab of [page, second])
    await expect(tab.getByRole('link', { name: /^Notifiche, \d+ da vedere$/ })).toBeAttached()
  const labelIn = (tab: Page) =>
    tab
      .getByRole('link', { name: /^Notifiche/ })
      .locator('.visually-hidden')
      .textContent()
  await expect.poll(async () => (await labelIn(second)) === (await labelIn(page))).toBe(true)
  await second.goto('/avvisi')
  for (const tab of [page, second])
    await expect(tab.getByRole('link', { name: 'Notifiche', exact: true })).toBeAttached()

  // What was new when the page was opened stays marked when its data are loaded again.
  const loadedAgain = second.waitForResponse(/\/api\/notices\?/)
  await loseEvents(second)
  await loadedAgain
  await whenLoaded(second)
  await expect(second.getByText('Nuova:').first()).toBeAttached()
})

test('an open request shows the other side’s step at once; its notice counts as seen once the tab is visible', {
  tag: '@all',
}, async ({ page, piazza }) => {
  // A new member, because other tests leave notices to the demo members.
  const owner = await aVerifiedMember(piazza.origin)
  const gift = { section: 'dono', priceVal: 0, delivery: 'personalmente' } as const
  const { id } = await publishByApi(piazza.origin, gift, owner)
  const { token } = await signInByApi(piazza.origin, DEMO_BUYER, DEMO_PASSWORD)
  const orderItems = [{ product: id, qty: 1 }]
  const { order } = await callApi(piazza.origin, 'POST', '/orders', { token, body: { orderItems } })
  const { token: ownerToken } = await signInByApi(piazza.origin, owner.email, owner.password)
  const nothing = { val: 0, euro: 0 }
  await callApi(piazza.origin, 'POST', `/orders/${order._id}/accept`, { token: ownerToken, body: nothing })
  // The welcome VAL for the first listing arrive in their own time.
  const ids: string[] = []
  const welcome = async () => {
    const { notices } = await callApi(piazza.origin, 'GET', '/notices', { token: ownerToken })
    const told = notices.find(({ text }: { text: string }) => text.includes('di benvenuto'))
    return told && ids.push(told._id)
  }
  await expect.poll(welcome).toBeTruthy()
  await callApi(piazza.origin, 'POST', '/notices/seen', { token: ownerToken, body: { ids } })

  const seen = page.waitForResponse('**/api/notices/seen')
  await openAs(page, owner, `/order/${order._id}`)
  await expectHeadline(page, 'Siete d’accordo')
  await seen
  await expect(page.getByRole('link', { name: 'Notifiche', exact: true })).toBeAttached()

  await setVisibility(page, 'hidden')
  await callApi(piazza.origin, 'PUT', `/orders/${order._id}/deliver`, { token, body: {} })
  await expectHeadline(page, 'Scambio concluso, grazie!')
  await expect(page.getByRole('link', { name: 'Notifiche, 1 da vedere' })).toBeAttached()
  await setVisibility(page, 'visible')
  await expect(page.getByRole('link', { name: 'Notifiche', exact: true })).toBeAttached()
})

test('a message to somebody who is offline is mailed after five minutes, and its link turns that kind of mail off', {
  tag: '@all',
}, async ({ page, journey, piazza, browser }) => {
  const owner = await aVerifiedMember(piazza.origin)
  const listing = await publishByApi(piazza.origin, {}, owner)
  const context = await browser.newContext({ baseURL: piazza.origin })
  const asker = await context.newPage()
  await openAsDemoMember(asker, DEMO_BUYER, `/product/${listing.id}`)
  await asker.getByRole('button', { name: 'Fai una domanda' }).click()
  await asker.getByRole('textbox', { name: /^Scrivi a/ }).fill('Ci sei domani mattina?')
  await asker.getByRole('button', { name: 'Invia' }).click()
  await expect(asker.getByRole('log')).toContainText('Ci sei domani mattina?')
  await context.close()
  expect(await (await fetch(`${piazza.origin}/posta`)).text()).not.toContain(listing.name)

  const passMinutes = (minutes: number) =>
    moveTime(
      piazza.folder,
      (db) =>
        db.execute(sql`
          update notice set mail_at = mail_at - make_interval(mins => ${minutes}::int) where member_id = (select id from member where email = ${owner.email})`),
      'send-notices',
    )
  await passMinutes(5)
  await expectMail(piazza.origin, owner.email, listing.name)

  await journey.visit(await linkInMail(piazza.origin, owner.email, '/avvisi/disiscrizione/[^"]*[.]message[.]'))
  await expect(page.getByText('«Messaggi non letti»')).toBeVisible()
  await page.getByRole('button', { name: 'Disattivale' }).click()
  await expect(page.getByText('Non riceverai più queste e-mail.')).toBeVisible()
  await journey.arrived()

  await openAs(page, owner, '/avvisi/preferenze')
  await expect(page.getByLabel('Messaggi non letti')).toHaveValue('never')
  await expect(page.getByLabel('Recensioni, risposte e pareri')).toHaveValue('daily')
})

test('the browser offers to install the site', { tag: '@all' }, async ({ piazza, launchOptions, playwright }) => {
  // With a profile: the contexts of other tests are incognito windows, in which a browser installs nothing.
  const profile = await aFolder()
  const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
  const [page = await context.newPage()] = context.pages()
  await page.goto(piazza.origin)
  const browser = await context.newCDPSession(page)
  const { url, errors } = await browser.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
  expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  await context.close()
  await rm(profile, { recursive: true, force: true })
})
