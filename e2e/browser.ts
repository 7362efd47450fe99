import { existsSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { consentCookie } from '#domain/consent.ts'
import browsers from '../scripts/testing/browsers.json' with { type: 'json' }
import type { Kind, Scene } from './scene.ts'

export const CHROMIUM = process.env.CHROMIUM_PATH || (browsers.find(existsSync) ?? '')

// Without a sandbox because it cannot be had as root; the rest keeps the browser from calling home.
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Makes a browser that of one kind of viewer, who has answered about cookies before. */
export const becomes = async (context: BrowserContext, kind: Kind, scene: Scene, origin: string): Promise<void> => {
  // Maps come from elsewhere, where nobody is asked for pictures and tests.
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ status: 204 }),
  )
  const [pair = ''] = consentCookie('no', false).split(';')
  const [name = '', value = ''] = pair.split('=')
  await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value))
  }, scene.viewers[kind].storage)
}
