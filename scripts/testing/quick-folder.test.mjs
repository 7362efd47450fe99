import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quickFolder } from './quick-folder.mjs'

const aMachine = (kind, options) => {
  const place = mkdtempSync(join(tmpdir(), 'piazza-quick-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const mounts = join(place, 'mounts')
  writeFileSync(mounts, `disk / ext4 rw 0 0\nmemory ${place} ${kind} ${options} 0 0\n`)
  return { place, mounts }
}

test('memory where programs may run is the place for what nobody needs afterwards', () => {
  const { place, mounts } = aMachine('tmpfs', 'rw,relatime')
  expect(quickFolder(place, mounts, 0)).toBe(place)
})

test.each([
  ['memory where they may not', 'tmpfs', 'rw,noexec'],
  ['a disk', 'ext4', 'rw'],
])('%s is not', (_, kind, options) => {
  const { place, mounts } = aMachine(kind, options)
  expect(quickFolder(place, mounts, 0)).toBe(tmpdir())
})

test('nor is memory with little room', () => {
  const { place, mounts } = aMachine('tmpfs', 'rw')
  expect(quickFolder(place, mounts, Number.MAX_SAFE_INTEGER)).toBe(tmpdir())
})

test('nor is what is not there', () => {
  expect(quickFolder('/no-such-folder')).toBe(tmpdir())
})
