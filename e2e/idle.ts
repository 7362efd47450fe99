import type { Page } from '@playwright/test'

const IDLE_MS = 5_000

/** Waits until the page has loaded what it needs. The event stream, opened a little later, never ends. */
export const whenIdle = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined)
