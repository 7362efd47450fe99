import type { Page } from '@playwright/test'
import { MESSAGES } from '#domain/base/errors.ts'
import { whenHydrated, whenListingPreloaded } from './idle.ts'
import type { Kind, ScreenData } from './screen-data.ts'

export type HardCase = { name: string; as: Kind; show: (page: Page) => Promise<unknown> }

const neverAnswer = (page: Page, path: string) => page.route(path, () => {})

/** Edge cases: very long names, empty results, missing pages, slow and failing requests, no network. */
export const hardCases = (data: ScreenData): HardCase[] => [
  { name: 'long-name-in-list', as: 'visitor', show: (page) => page.goto('/') },
  { name: 'long-name-managed', as: 'seller', show: (page) => page.goto('/productlist/seller') },
  { name: 'nothing-found', as: 'visitor', show: (page) => page.goto('/search/name/zzzzzz') },
  { name: 'beyond-last-page', as: 'visitor', show: (page) => page.goto('/p/999') },
  { name: 'listing-missing', as: 'visitor', show: (page) => page.goto('/product/non-esiste') },
  { name: 'admins-only', as: 'member', show: (page) => page.goto('/userlist') },
  {
    name: 'cookie-bar',
    as: 'visitor',
    show: async (page) => {
      await page.context().clearCookies()
      await page.goto('/')
    },
  },
  {
    name: 'pictures-missing',
    as: 'visitor',
    show: async (page) => {
      await page.route('**/uploads/**', (route) => route.abort())
      await page.goto('/')
    },
  },
  {
    name: 'cart-empty',
    as: 'seller',
    show: async (page) => {
      await page.addInitScript(() => localStorage.removeItem('cartItems'))
      await page.goto('/cart')
    },
  },
  {
    name: 'nothing-ordered',
    as: 'seller',
    show: async (page) => {
      await page.route('**/api/orders/mine*', (route) => route.fulfill({ json: [] }))
      await page.goto('/orderhistory')
    },
  },
  {
    name: 'server-failed',
    as: 'admin',
    show: async (page) => {
      await page.route('**/api/dashboard', (route) =>
        route.fulfill({ status: 500, json: { message: MESSAGES.internal } }),
      )
      await page.goto('/dashboard')
    },
  },
  ...(['asked', 'paid', 'received'] as const).map(
    (state): HardCase => ({
      name: `order-${state}`,
      as: 'seller',
      show: (page) => page.goto(`/order/${data.orders[state]}`),
    }),
  ),
  {
    name: 'second-mail',
    as: 'seller',
    show: async (page) => {
      await page.goto(`/order/${data.orders.asked}`)
      await page.getByRole('button', { name: 'seconda e-mail' }).click()
    },
  },
  {
    name: 'transfer',
    as: 'seller',
    show: async (page) => {
      await page.goto('/payment')
      await page.getByLabel('Moneta').selectOption('Val')
      await page.getByRole('button', { name: 'Continua' }).click()
    },
  },
  {
    name: 'deletion',
    as: 'seller',
    show: async (page) => {
      await page.goto('/productlist/seller')
      await page.getByRole('button', { name: 'Cancella' }).first().click()
    },
  },
  {
    name: 'form-refused',
    as: 'visitor',
    show: async (page) => {
      await page.goto('/register', { waitUntil: 'networkidle' })
      await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
    },
  },
  ...['/profile', '/orderhistory', '/productlist/seller', `/order/${data.viewers.seller.order}`].map(
    (path): HardCase => ({
      name: `slow${path.replaceAll('/', '-').slice(0, 22)}`,
      as: 'seller',
      show: async (page) => {
        await neverAnswer(page, '**/api/**')
        await page.goto(path)
      },
    }),
  ),
  {
    name: 'slow-next-page',
    as: 'visitor',
    show: async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await whenHydrated(page)
      await neverAnswer(page, '**/*.data*')
      await page.locator('main article a').first().click()
      await page.locator('main [data-shape]').waitFor()
    },
  },
  {
    name: 'offline',
    as: 'visitor',
    show: async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await whenListingPreloaded(page)
      await page.context().setOffline(true)
      await page.locator('main article a').first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'menu-open',
    as: 'admin',
    show: async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.getByRole('banner').locator('summary').last().click()
    },
  },
  {
    name: 'categories-open',
    as: 'visitor',
    show: async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Categorie' }).click()
      await page.getByRole('dialog').getByRole('link').first().waitFor()
    },
  },
]
