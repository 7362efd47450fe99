import type { Page } from '@playwright/test'

/** Tells the page that events were missed, as after a lost connection. */
export const loseEvents = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('piazza-eventi')
    channel.postMessage({ event: 'reset', data: {} })
    channel.close()
  })
