import type { Page, Request, Response } from '@playwright/test'

const STREAM = '/api/stream'

const openRequests = new WeakMap<Page, Set<Request>>()

/** Records which requests of the page have no response yet; the event stream never ends and is left out. */
export const followRequests = (page: Page): void => {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => {
    // Not all requests that a new document cancels end with an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    if (new URL(request.url()).pathname !== STREAM) open.add(request)
  })
  const end = (request: Request) => open.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until the page is hydrated: before, buttons do not answer, and links load a whole document. */
export const whenHydrated = (page: Page): Promise<void> =>
  page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

/** Waits until the page is hydrated and shows what it has requested. */
export const whenLoaded = async (page: Page): Promise<void> => {
  const open = openRequests.get(page)
  do {
    await page.locator('html[data-hydrated]:not(:has(main [data-waiting]))').waitFor({ state: 'attached' })
    // In two frames React renders a response, and sends the requests that follow from it.
    await page.waitForFunction(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
    )
  } while (open && open.size > 0)
}

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

/** Checks again what a server answered that was too busy (503). */
export const untilAnswered = async <T>(page: Page, check: () => Promise<T>): Promise<T> => {
  for (;;) {
    let isBusy = false
    const notice = (response: Response) => {
      isBusy ||= response.status() === 503
    }
    page.on('response', notice)
    try {
      const result = await check()
      if (!isBusy) return result
    } catch (error) {
      if (!isBusy) throw error
    } finally {
      page.off('response', notice)
    }
  }
}
