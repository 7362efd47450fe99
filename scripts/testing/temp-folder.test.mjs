import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fastTempFolder } from './temp-folder.mjs'

const mountOf = (kind, options) => {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-quick-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mounts = join(folder, 'mounts')
  writeFileSync(mounts, `disk / ext4 rw 0 0\nmemory ${folder} ${kind} ${options} 0 0\n`)
  return { folder, mounts }
}

test('tmpfs without noexec is used', () => {
  const { folder, mounts } = mountOf('tmpfs', 'rw,relatime')
  expect(fastTempFolder(folder, mounts, 0)).toBe(folder)
})

test.each([
  ['tmpfs with noexec', 'tmpfs', 'rw,noexec'],
  ['a disk', 'ext4', 'rw'],
])('%s is not used', (_, kind, options) => {
  const { folder, mounts } = mountOf(kind, options)
  expect(fastTempFolder(folder, mounts, 0)).toBe(tmpdir())
})

test('tmpfs with too little space is not used', () => {
  const { folder, mounts } = mountOf('tmpfs', 'rw')
  expect(fastTempFolder(folder, mounts, Number.MAX_SAFE_INTEGER)).toBe(tmpdir())
})

test('a missing folder is not used', () => {
  expect(fastTempFolder('/no-such-folder')).toBe(tmpdir())
})
