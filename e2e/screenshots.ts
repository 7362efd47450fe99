import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, CHROMIUM, setUpViewer } from './browser.ts'
import { contactSheet, index } from './contact-sheet.ts'
import { hardCases } from './hard-cases.ts'
import { aFolder, openPiazza } from './piazza.ts'
import { createScreenData, KINDS, type Kind, type ScreenData } from './screen-data.ts'
import { screensOf } from './screens.ts'

const MAX_HEIGHT = 6_000
const IMAGES_MS = 4_000
const IDLE_MS = 5_000

const { values } = parseArgs({
  options: {
    viewer: { type: 'string' },
    screen: { type: 'string' },
    width: { type: 'string', default: '390,768,1280' },
    scheme: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: 'screenshots' },
  },
})
const WIDTHS = values.width.split(',').map(Number)
const SCHEMES = (['light', 'dark'] as const).filter((scheme) => values.scheme.split(',').includes(scheme))
const wanted = (name: string) => !values.screen || values.screen.split(',').includes(name)

/** Waits until the page has loaded what it needs; some screens wait for ever on purpose, and the event stream never ends. */
const whenIdle = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined)

/** Loads all images, also those below the fold, because each width may need other sizes. */
const waitForImages = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager'
  })
  const areLoaded = () => [...document.images].every(({ complete }) => complete)
  await page.waitForFunction(areLoaded, undefined, { timeout: IMAGES_MS }).catch(() => {})
}

/** Takes a screenshot of the page in every width and colour scheme. */
const takeScreenshots = async (page: Page, viewer: string, name: string): Promise<void> => {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await waitForImages(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const folder = join(values.out, `${viewer}-${width}-${colorScheme}`)
      await mkdir(folder, { recursive: true })
      await page.screenshot({
        path: join(folder, `${name}.png`),
        fullPage: true,
        animations: 'disabled',
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
      })
    }
  }
}

const withPageOf = async (
  browser: Browser,
  kind: Kind,
  data: ScreenData,
  origin: string,
  use: (page: Page) => Promise<void>,
): Promise<void> => {
  const context = await browser.newContext({ baseURL: origin, locale: 'it-IT', timezoneId: 'Europe/Rome' })
  await setUpViewer(context, kind, data, origin)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 844 })
  await use(page)
  await context.close()
}

const print = (text: string) => process.stdout.write(`${text}\n`)

const folder = await aFolder()
const piazza = await openPiazza(folder)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS })
try {
  await rm(values.out, { recursive: true, force: true })
  const data = await createScreenData(piazza.origin)
  for (const kind of KINDS.filter((each) => !values.viewer || each === values.viewer)) {
    const screens = screensOf(kind, data).filter((each) => each.for.includes(kind) && !each.lands && wanted(each.name))
    print(`${kind}: ${screens.length} schermate`)
    await withPageOf(browser, kind, data, piazza.origin, async (page) => {
      for (const { name, path } of screens) {
        await page.goto(path)
        await whenIdle(page)
        await takeScreenshots(page, kind, name)
      }
    })
  }
  const cases = hardCases(data).filter(({ name }) => wanted(name) && (!values.viewer || values.viewer === 'hard'))
  print(`hard: ${cases.length} schermate`)
  for (const { name, as, show } of cases) {
    await withPageOf(browser, as, data, piazza.origin, async (page) => {
      await show(page)
      await whenIdle(page)
      await takeScreenshots(page, 'hard', name)
    })
  }
  const sheets = (await readdir(values.out)).toSorted()
  for (const sheet of sheets) await contactSheet(join(values.out, sheet), join(values.out, `${sheet}.png`))
  await index(values.out, sheets)
  print(`Da sfogliare: ${join(values.out, 'index.html')}`)
} finally {
  await browser.close()
  await piazza.close()
  await rm(folder, { recursive: true, force: true })
}
