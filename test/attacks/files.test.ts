import { expect, test } from 'vitest'
import { MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import { MAX_GIFT_CSV } from '#domain/val/treasury.ts'
import { readPeople } from '#server/accounts/import/import-rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readGifts } from '#server/val/treasury/gift-rows.ts'
import { aPiazza } from '#test/fixtures.ts'

const LONGEST_ANSWER = 100_000

const repeat = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length))

/**
 * Files that cost a careless reader much time or memory, each as large as is accepted: work that grows with the square of their
 * size exceeds the time limit of a test by far.
 */
const BOMBS: Record<string, (head: string, bytes: number) => string> = {
  'a million columns': (_head, bytes) => repeat('a,', bytes),
  'a million columns of one name': (_head, bytes) => repeat('email;', bytes),
  'a quote that never closes': (head, bytes) => `${head}\n"${repeat('a\n', bytes - 100)}`,
  'only quotes': (head, bytes) => `${head}\n${repeat('"', bytes - 100)}`,
  'quotes inside quotes': (head, bytes) => `${head}\n${repeat('"a"b\n', bytes - 100)}`,
  'empty lines': (head, bytes) => `${head}\n${repeat('\n', bytes - 100)}`,
  'one cell': (head, bytes) => `${head}\n${repeat('x', bytes - 100)}`,
  separators: (head, bytes) => `${head}\n${repeat(',', bytes - 100)}`,
}

const READERS = [
  { head: 'email,nome', most: MAX_IMPORT_CSV, read: (csv: string) => readPeople(csv, {}, (name) => name) },
  { head: 'username,amount', most: MAX_GIFT_CSV, read: readGifts },
]

test.each(Object.keys(BOMBS))('a file of %s is refused, with a short answer', (name) => {
  for (const { head, most, read } of READERS) {
    const csv = BOMBS[name]?.(head, most) ?? ''
    const result = read(csv)
    expect(result.errors.length, head).toBeGreaterThan(0)
    expect(JSON.stringify(result).length, head).toBeLessThan(LONGEST_ANSWER)
  }
})

test.each(['=1+1', '+39', '@SUM(A1)', '\t=1', '\r=1'])('a name that is a formula is not imported: %j', async (cell) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember({ isAdmin: true })
  for (const csv of [
    `email,username\nuna@esempio.test,"${cell}"\n`,
    `email,username,offro\nuna@esempio.test,UNA,"Torta|${cell}"\n`,
  ]) {
    const { body } = await piazza.call('POST', '/api/members/import', { token, body: { csv } })
    expect((body as { errors: { row: number }[] }).errors).toMatchObject([{ row: 2 }])
  }
  expect(await piazza.db.query(sql`select from member where email = 'una@esempio.test'`)).toEqual([])
})
