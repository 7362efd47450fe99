import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { becomes, CHROMIUM, QUIET } from './browser.ts'
import { contactSheet, index } from './contact-sheet.ts'
import { hardCases } from './hard-cases.ts'
import { aFolder, openPiazza } from './piazza.ts'
import { KINDS, type Kind, openScene, type Scene } from './scene.ts'
import { screensOf } from './screens.ts'

const SCHEMES = ['light', 'dark'] as const
const TALLEST = 6_000
const WAIT_MS = 4_000

const { values } = parseArgs({
  options: {
    viewer: { type: 'string' },
    screen: { type: 'string' },
    width: { type: 'string', default: '390,768,1280' },
    out: { type: 'string', default: 'screenshots' },
  },
})
const WIDTHS = values.width.split(',').map(Number)
const wanted = (name: string) => !values.screen || values.screen.split(',').includes(name)

const settled = (page: Page) => page.waitForLoadState('networkidle', { timeout: WAIT_MS }).catch(() => {})

/** Each width may want other pictures, also of what lies further down. */
const pictured = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager'
  })
  const isThere = () => [...document.images].every(({ complete }) => complete)
  await page.waitForFunction(isThere, undefined, { timeout: WAIT_MS }).catch(() => {})
}

/** Every width and scheme of what the page shows. */
const shoot = async (page: Page, viewer: string, name: string): Promise<void> => {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await pictured(page)
      const tall = await page.evaluate(() => document.documentElement.scrollHeight)
      const folder = join(values.out, `${viewer}-${width}-${colorScheme}`)
      await mkdir(folder, { recursive: true })
      await page.screenshot({
        path: join(folder, `${name}.png`),
        fullPage: true,
        animations: 'disabled',
        clip: { x: 0, y: 0, width, height: Math.min(tall, TALLEST) },
      })
    }
  }
}

const inBrowserOf = async (
  browser: Browser,
  kind: Kind,
  scene: Scene,
  origin: string,
  look: (page: Page) => Promise<void>,
): Promise<void> => {
  const context = await browser.newContext({ baseURL: origin, locale: 'it-IT', timezoneId: 'Europe/Rome' })
  await becomes(context, kind, scene, origin)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 844 })
  await look(page)
  await context.close()
}

const say = (text: string) => process.stdout.write(`${text}\n`)

const folder = await aFolder()
const piazza = await openPiazza(folder)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET })
try {
  await rm(values.out, { recursive: true, force: true })
  const scene = await openScene(piazza.origin)
  for (const kind of KINDS.filter((each) => !values.viewer || each === values.viewer)) {
    const screens = screensOf(kind, scene).filter((each) => each.for.includes(kind) && !each.lands && wanted(each.name))
    say(`${kind}: ${screens.length} schermate`)
    await inBrowserOf(browser, kind, scene, piazza.origin, async (page) => {
      for (const { name, path } of screens) {
        await page.goto(path)
        await settled(page)
        await shoot(page, kind, name)
      }
    })
  }
  const cases = hardCases(scene).filter(({ name }) => wanted(name) && (!values.viewer || values.viewer === 'hard'))
  say(`hard: ${cases.length} schermate`)
  for (const { name, as, show } of cases) {
    await inBrowserOf(browser, as, scene, piazza.origin, async (page) => {
      await show(page)
      await settled(page)
      await shoot(page, 'hard', name)
    })
  }
  const sheets = (await readdir(values.out)).toSorted()
  for (const sheet of sheets) await contactSheet(join(values.out, sheet), join(values.out, `${sheet}.png`))
  await index(values.out, sheets)
  say(`Da sfogliare: ${join(values.out, 'index.html')}`)
} finally {
  await browser.close()
  await piazza.close()
  await rm(folder, { recursive: true, force: true })
}
