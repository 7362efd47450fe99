import { existsSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { consentCookie } from '#domain/accounts/consent.ts'
import browsers from '../scripts/testing/browsers.json' with { type: 'json' }
import type { Kind, ScreenData } from './screen-data.ts'

export const CHROMIUM = process.env.CHROMIUM_PATH || (browsers.find(existsSync) ?? '')

// No sandbox, because it does not work as root; the rest disables the browser's own network requests.
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Sets up a browser context as a kind of viewer that has already answered the cookie banner. */
export const setUpViewer = async (
  context: BrowserContext,
  kind: Kind,
  data: ScreenData,
  origin: string,
): Promise<void> => {
  // Map tiles are external: tests must not load them.
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ status: 204 }),
  )
  const [pair = ''] = consentCookie('no', false).split(';')
  const [name = '', value = ''] = pair.split('=')
  await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript((storage) => {
    for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, JSON.stringify(value))
  }, data.viewers[kind].storage)
}
