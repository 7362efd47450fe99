import { signalDatabase } from '#test/faults/killable-databases.ts'
import { DEMO_ADMIN, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'
import { loseEvents } from './live.ts'
import { withOwnPiazza } from './template.ts'

const GENERIC = 'Qualcosa è andato storto. Riprova tra poco.'
const UNAVAILABLE = 'Il servizio non risponde in questo momento. Riprova tra poco.'

test('a list that cannot be loaded says why inside its page, and can be loaded again', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, consoleErrors }) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/profile')
  for (const { path, call, title, message } of [
    { path: '/orderhistory', call: '**/api/orders/mine*', title: 'Le mie richieste', message: 'Torniamo subito.' },
    { path: '/userlist', call: '**/api/users?*', title: 'Utenti', message: 'Torniamo subito.' },
    // Lists of listings show the generic text only.
    { path: '/productlist', call: '**/api/products?*', title: 'Tutti gli annunci', message: GENERIC },
  ]) {
    await page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Torniamo subito.' } }))
    await journey.visit(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  // The browser itself reports the refused requests.
  consoleErrors.length = 0
})

test('a list that is loaded again in the background stays while the server does not answer', { tag: '@all' }, async ({
  page,
  consoleErrors,
}) => {
  await openAsDemoMember(page, DEMO_ADMIN, '/profile')
  for (const { path, call, title } of [
    { path: '/messaggi', call: /\/api\/threads\?/, title: 'Messaggi' },
    { path: '/avvisi', call: /\/api\/notices\?/, title: 'Notifiche' },
  ]) {
    await page.goto(path)
    await whenLoaded(page)
    await page.route(call, (route) => route.abort())
    const hasFailed = () =>
      page.waitForEvent('requestfailed', { predicate: (request) => call.test(request.url()), timeout: 5_000 })
    // Until the page is hydrated it does not listen.
    await expect(async () => void (await Promise.all([hasFailed(), loseEvents(page)]))).toPass()
    await page.unroute(call)
    // The page still listens: an error in place of the list would not load it again.
    await Promise.all([page.waitForResponse(call), loseEvents(page)])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('button', { name: 'Riprova' })).toHaveCount(0)
  }
  // The browser itself reports the failed requests.
  consoleErrors.length = 0
})

test('without the database each page keeps its frame and says so, and comes back with it', { tag: '@all' }, async ({
  page,
  consoleErrors,
}) => {
  test.slow()
  await withOwnPiazza(async (origin, folder) => {
    try {
      const { products } = await (await fetch(`${origin}/api/products`)).json()
      await page.goto(origin)
      signalDatabase(folder, 'SIGSTOP')
      for (const [path, title, message] of [
        ['/tutti_noi?p=1', 'Noi Tutti', UNAVAILABLE],
        [`/product/${products[0]._id}?senza`, 'Annuncio', UNAVAILABLE],
        ['/?sezione=dono', 'NUOVE ATTIVITÀ', GENERIC],
        ['/search/name/pane', 'Annunci', GENERIC],
      ] as const) {
        const answer = await page.goto(`${origin}${path}`)
        expect(answer?.status(), path).toBe(503)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('alert')).toHaveText(message)
        await expect(page.getByRole('banner').getByRole('link', { name: 'Noi Tutti' })).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
      }
      signalDatabase(folder, 'SIGCONT')
      await expect(async () => {
        const retry = page.getByRole('button', { name: 'Riprova' })
        if (await retry.isVisible()) await retry.click()
        await expect(page.locator('main article').first()).toBeVisible({ timeout: 10_000 })
      }).toPass()
      await expect(page.getByRole('alert')).toHaveCount(0)
    } finally {
      signalDatabase(folder, 'SIGCONT')
    }
  })
  consoleErrors.length = 0
})
