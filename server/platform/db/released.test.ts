import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A line for each migration of a released version: its name and the SHA-256 of its text. A release adds those that are new.
const RELEASED = readFileSync(join(import.meta.dirname, 'released-migrations.txt'), 'utf8')
  .trim()
  .split('\n')
const FOLDER = join(import.meta.dirname, 'migrations')
const names = readdirSync(FOLDER).toSorted()

test.each(RELEASED.map((line) => line.split(' ')))('the released migration %s is as it was', (name = '', checksum) => {
  expect(
    createHash('sha256')
      .update(readFileSync(join(FOLDER, name)))
      .digest('hex'),
  ).toBe(checksum)
})

test('a new migration comes after the released ones', () => {
  const released = RELEASED.map((line) => line.split(' ')[0])
  expect(names.slice(0, released.length)).toEqual(released)
})
