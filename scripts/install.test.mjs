import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findObstacle, isInstalled, unverified } from './install.mjs'

const START = fileURLToPath(new URL('start.mjs', import.meta.url))
const WANTED = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-a' },
  'node_modules/other-system': { version: '1.0.0', optional: true },
}

function aFolder(present) {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: WANTED }))
  mkdirSync(join(folder, 'node_modules'))
  if (present) writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
  return folder
}

test('an interrupted install counts as none', () => {
  expect(isInstalled(aFolder())).toBe(false)
})

test('packages for other systems may be missing', () => {
  expect(isInstalled(aFolder({ 'node_modules/fastify': { version: '5.12.8' } }))).toBe(true)
})

test('a missing package or another version requires an install', () => {
  expect(isInstalled(aFolder({}))).toBe(false)
  expect(isInstalled(aFolder({ 'node_modules/fastify': { version: '5.12.7' } }))).toBe(false)
})

test('installed packages without a hash in the lock file are reported with the hash of what came', () => {
  const [fastify, other] = [
    { version: '5.12.8', integrity: 'sha512-a' },
    { version: '1.0.0', integrity: 'sha512-b' },
  ]
  expect(unverified(aFolder({ 'node_modules/fastify': fastify }))).toEqual([])
  expect(unverified(aFolder({ 'node_modules/fastify': fastify, 'node_modules/other-system': other }))).toEqual([
    { name: 'other-system', version: '1.0.0', integrity: 'sha512-b' },
  ])
})

const SUPPORTED = { platform: 'linux', arch: 'arm64', node: '20.19.0', npm: '11.0.0' }

test('with Debian 12’s Node 18 the start says in one line what it needs, and systemd does not try again', () => {
  const folder = aFolder({})
  const older = join(folder, 'older.mjs')
  writeFileSync(older, `Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`)
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, START], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([78, 'Serve Node 20.19 o più nuovo: qui c’è 18.20.4.\n'])
})

test.each([
  [{}, undefined],
  [{ npm: undefined }, undefined],
  [{ node: '100.0.0' }, undefined],
  [{ platform: 'darwin' }, 'contenitore'],
  [{ platform: 'win32' }, 'WSL'],
  [{ arch: 'riscv64' }, 'riscv64'],
  [{ node: '20.9.1' }, 'Node 20.19'],
  [{ npm: '9.8.0' }, 'npm 10'],
])('with %o the obstacle to installing is %s', (difference, text) => {
  const obstacle = findObstacle({ ...SUPPORTED, ...difference })
  if (text === undefined) expect(obstacle).toBeUndefined()
  else expect(obstacle).toContain(text)
})
