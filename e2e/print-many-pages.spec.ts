import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { moveTime } from './database.ts'
import { expect, test } from './fixtures.ts'
import { withOwnPiazza } from './template.ts'

const MANY = 500
const AT_ONCE = 50

/** Copies of the demo listings, so that there are this many more; in several statements, for slow machines. */
const addListings = async (db: Database) => {
  for (let first = 0; first < MANY; first += AT_ONCE)
    await db.execute(sql`
      insert into listing (place, published_at, seller_id, name, section, category, price_val, price_euro, description, brand, stock,
        is_service, city, municipality)
      select nextval('listing_place'), now(), seller_id, name || ' ' || ${first + 2}::text, section, category, price_val, price_euro,
        description, brand, stock, is_service, city, municipality
      from listing where place is not null and section <> 'avviso' and not paused order by number limit ${AT_ONCE}`)
}

/** The lines of each page of a PDF. */
const pagesOf = async (file: string): Promise<string[][]> => {
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-'], { maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
}

for (const format of ['a4', 'a5'])
  test(
    `500 listings are printed on ${format.toUpperCase()} with their numbers, an index and the numbers of the pages`,
    {
      tag: '@all',
    },
    async ({ page, consoleErrors }, testInfo) => {
      await withOwnPiazza(async (origin, folder) => {
        await moveTime(folder, addListings, 'expire-listings')
        const titles = page.getByRole('article').getByRole('heading', { level: 4 })
        // While the database takes in the new listings, a slow machine may answer 503.
        await expect(async () => {
          await page.goto(`${origin}/pagine?formato=${format}`)
          await expect(page.getByRole('heading', { name: 'Indice' })).toBeVisible({ timeout: 10_000 })
          expect(await titles.count()).toBeGreaterThan(MANY)
        }).toPass({ timeout: 120_000 })
        consoleErrors.length = 0
        const names = await titles.allTextContents()
        expect(names.map((name) => Number.parseInt(name, 10))).toEqual(names.map((_, index) => index + 1))
        const file = testInfo.outputPath(`${format}.pdf`)
        await writeFile(file, await page.pdf({ preferCSSPageSize: true }))
        const pages = await pagesOf(file)
        expect(pages.map((lines) => lines.at(-1))).toEqual(pages.map((_, index) => String(index + 1)))
        // The index leads to a listing by its number: the last one of its category.
        const entry = page.getByLabel('Indice').getByRole('listitem').first()
        const [category = '', numbers = ''] = await entry.locator('span').allTextContents()
        const last = /\d+$/.exec(numbers)?.[0]
        const heading = page.getByRole('heading', { level: 3, name: category, exact: true }).first()
        await expect(heading.locator('..').getByRole('heading', { level: 4 }).last()).toHaveText(
          new RegExp(`^${last} `),
        )
      })
    },
  )
