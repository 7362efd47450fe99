import type { Page } from '@playwright/test'

const IDLE_MS = 5_000

/** Waits until the page has loaded what it needs. The event stream, opened a little later, never ends. */
export const whenIdle = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined)

/** Waits until a page with cards is hydrated: until then their hearts are disabled, and links load a whole document. */
export const whenHydrated = (page: Page): Promise<void> =>
  page
    .locator('main article')
    .getByRole('button', { name: /^Tra i preferiti/, disabled: false })
    .first()
    .waitFor()

type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

/** Waits until the code of the page of a listing, which is preloaded some seconds after the load, has arrived. */
export const whenListingPreloaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
    const route = manifest?.routes['pages/product.$id']
    const hasArrived = (path: string) => performance.getEntriesByName(new URL(path, location.href).href).length > 0
    return route !== undefined && [route.module, ...(route.imports ?? [])].every(hasArrived)
  })
}
