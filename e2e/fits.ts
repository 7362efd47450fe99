import type { Page } from '@playwright/test'
import { overflow } from './axe.ts'
import { enlargeText, findBroken, findCovered, findCut, freePart, searchWidth } from './geometry.ts'

export const PHONE = { width: 390, height: 844 }
const SIZES = [
  { name: '320 pixels', width: 320, height: 640 },
  { name: '400 % zoom', width: 320, height: 256 },
  { name: 'text at 200 %', width: 390, height: 844, isEnlarged: true },
] as const
type Size = (typeof SIZES)[number]

const LEAST_SEARCH = 100

const faultsAt = async (page: Page, size: Size): Promise<string[]> => {
  await page.setViewportSize(size)
  await enlargeText(page, 'isEnlarged' in size)
  // A dialog may take the whole screen, with the header behind it.
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const faults = [
    (await overflow(page)) > 0 && 'overflows to the right',
    !hasDialog && (await searchWidth(page)) < LEAST_SEARCH && 'the search is too narrow',
    !hasDialog && size.height < 500 && (await freePart(page)) < 0.5 && 'bars take more than half of the screen',
    ...(await findCut(page)),
    ...(await findBroken(page)),
    ...(await findCovered(page)),
  ]
  return faults.filter((fault) => fault !== false).map((fault) => `${size.name}: ${fault}`)
}

/** What does not fit at 320 pixels, at 400 % zoom and with text at 200 %; in an open dialog if there is one. */
export const faultsAtEverySize = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const size of SIZES) found.push(...(await faultsAt(page, size)))
  await enlargeText(page, false)
  return found
}
