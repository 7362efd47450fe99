import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completed, missingFrom, platformOf } from './complete-package-lock.mjs'

test('the lock file has an entry for every optional package of every platform, as npm ci asks for', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(missingFrom(lock)).toEqual([])
})

test('a missing platform package gets an entry that only its platform installs', () => {
  const owner = { version: '1.0.0', dev: true, optionalDependencies: { '@tool/cli-linux-arm64-musl': '1.0.0' } }
  const { packages } = completed({ packages: { '': {}, 'node_modules/tool': owner } })
  expect(packages['node_modules/@tool/cli-linux-arm64-musl']).toEqual({
    version: '1.0.0',
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
    dev: true,
    optional: true,
  })
  expect(platformOf('@tool/anvil-darwin-amd64')).toEqual({ os: ['darwin'], cpu: ['x64'] })
})

test('a missing package with a range of versions is refused', () => {
  const owner = { version: '1.0.0', optionalDependencies: { fsevents: '~2.3.2' } }
  expect(() => completed({ packages: { '': {}, 'node_modules/tool': owner } })).toThrow('fsevents: ~2.3.2')
})
