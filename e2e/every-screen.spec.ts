import type { Page } from '@playwright/test'
import { findNewViolations, overflow } from './axe.ts'
import { setUpViewer } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { untilAnswered } from './idle.ts'
import { createScreenData, KINDS } from './screen-data.ts'
import { type Screen, screensOf } from './screens.ts'

// About fifty screens per test.
test.setTimeout(600_000)
test.describe.configure({ mode: 'parallel' })

// Each kind sees one scheme on the phone and the other on the desktop.
const SCHEMES = {
  visitor: ['light', 'dark'],
  member: ['dark', 'light'],
  seller: ['dark', 'light'],
  admin: ['light', 'dark'],
} as const
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test.use({ viewport: PHONE })

const waitUntilLoaded = async (page: Page) => {
  await page.waitForLoadState('load')
  await expect(page.locator('main [data-waiting]')).toHaveCount(0)
  await expect(page.locator('h1')).toHaveCount(1)
}

const openAndCheck = async (page: Page, screen: Screen): Promise<(string | false)[]> => {
  const answer = await page.goto(screen.path)
  const here = () => new URL(page.url()).pathname
  await expect.poll(here, { message: screen.name }).toBe(screen.lands ?? screen.path)
  await waitUntilLoaded(page)
  const wanted = `${screen.title} · Piazza`
  // After a redirect in the browser the title follows the address.
  const hasTitle = await page
    .waitForFunction((title) => document.title === title, wanted, { timeout: 15_000 })
    .then(
      () => true,
      () => false,
    )
  return [
    answer?.status() !== (screen.status ?? 200) && `status ${answer?.status()}`,
    !hasTitle && `title «${await page.title()}»`,
  ]
}

// A screen at 400% zoom, and the narrowest one on which tables are shown as tables.
const OTHER_WIDTHS = [320, 1040]

const visualFaults = async (page: Page): Promise<(string | false)[]> => [
  (await overflow(page)) > 0 && 'overflows to the right',
  ...(await findNewViolations(page, OTHER_WIDTHS)),
]

const show = async (page: Page, size: typeof PHONE, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  // Colours change by transitions.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    return Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

for (const kind of KINDS) {
  test(`every screen is accessible, fits a phone and logs no error, as ${kind}`, { tag: '@all' }, async ({
    page,
    context,
    piazza,
    consoleErrors,
  }) => {
    const data = await createScreenData(piazza.origin)
    await setUpViewer(context, kind, data, piazza.origin)
    const [onPhone, onDesktop] = SCHEMES[kind]
    const faultsOf = async (screen: Screen): Promise<string[]> => {
      consoleErrors.splice(0)
      await show(page, PHONE, onPhone)
      const isOpen = screen.for.includes(kind)
      const faults = await openAndCheck(page, isOpen ? screen : { ...screen, lands: '/signin', title: 'Accedi' })
      // The sign-in page is checked in its own row.
      if (isOpen) {
        faults.push(...(await visualFaults(page)))
        await show(page, DESKTOP, onDesktop)
        faults.push(...(await findNewViolations(page)))
      }
      const messages = consoleErrors.splice(0)
      faults.push(...messages.filter((line) => !(screen.refused && line.startsWith('Failed to load resource'))))
      return faults.filter(Boolean).map((fault) => `${screen.name}: ${fault}`)
    }
    const found: string[] = []
    for (const screen of screensOf(kind, data)) found.push(...(await untilAnswered(page, () => faultsOf(screen))))
    expect(found).toEqual([])
  })
}
