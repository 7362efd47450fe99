import type { Page } from '@playwright/test'
import { newObjections, overflow } from './axe.ts'
import { becomes } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { KINDS, openScene } from './scene.ts'
import { type Screen, screensOf } from './screens.ts'

// About thirty screens per test.
test.setTimeout(300_000)
test.describe.configure({ mode: 'parallel' })
test.use({ viewport: { width: 390, height: 844 } })

// Every second kind uses the dark scheme, so that each screen is checked in both.
const SCHEME = { visitor: 'light', member: 'dark', seller: 'dark', admin: 'light' } as const

const settled = async (page: Page) => {
  await page.waitForLoadState('load')
  await expect(page.locator('main [data-waiting]')).toHaveCount(0)
  await expect(page.locator('h1')).toHaveCount(1)
}

const basics = async (page: Page, screen: Screen): Promise<(string | false)[]> => {
  const answer = await page.goto(screen.path)
  const here = () => new URL(page.url()).pathname
  await expect.poll(here, { message: screen.name }).toBe(screen.lands ?? screen.path)
  await settled(page)
  const title = await page.title()
  return [
    answer?.status() !== (screen.status ?? 200) && `status ${answer?.status()}`,
    title !== `${screen.title} · Piazza` && `title «${title}»`,
  ]
}

// As narrow as a screen four times enlarged; and just wide enough for tables to be tables.
const OTHER_WIDTHS = [320, 1040]

const looks = async (page: Page): Promise<(string | false)[]> => [
  (await overflow(page)) > 0 && 'sticks out to the right',
  ...(await newObjections(page, OTHER_WIDTHS)),
]

for (const kind of KINDS) {
  test(`every screen is accessible, fits a phone and logs no error, as ${kind}`, async ({
    page,
    context,
    piazza,
    complaints,
  }) => {
    const scene = await openScene(piazza.origin)
    await becomes(context, kind, scene, piazza.origin)
    await page.emulateMedia({ colorScheme: SCHEME[kind] })
    const found: string[] = []
    for (const screen of screensOf(kind, scene)) {
      const isOpen = screen.for.includes(kind)
      const faults = await basics(page, isOpen ? screen : { ...screen, lands: '/signin', title: 'Accedi' })
      // The sign-in page is checked in its own row.
      if (isOpen) faults.push(...(await looks(page)))
      const heard = complaints.splice(0)
      faults.push(...heard.filter((line) => !(screen.refused && line.startsWith('Failed to load resource'))))
      found.push(...faults.filter(Boolean).map((fault) => `${screen.name}: ${fault}`))
    }
    expect(found).toEqual([])
  })
}
