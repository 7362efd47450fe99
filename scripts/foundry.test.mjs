import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeEmulatedPackage } from './emulated-package.mjs'
import { missingTools, planFoundry, x64Build } from './foundry.mjs'

const ARM64 = {
  platform: 'linux',
  arch: 'arm64',
  missing: ['anvil', 'forge'],
  hasEmulator: false,
  canInstall: true,
  canWrite: true,
}

test.each([
  ['every tool is there', { missing: [] }, 'nothing', undefined],
  ['the processor is x64', { arch: 'x64' }, 'nothing', undefined],
  ['the system is another', { platform: 'darwin' }, 'nothing', undefined],
  ['the emulator is there', { hasEmulator: true, canInstall: false }, 'emulate', 'anvil e forge per arm64'],
  ['root can install the emulator', {}, 'install', 'versione x64 con qemu (una volta sola)'],
  [
    'the emulator is missing and cannot be installed',
    { canInstall: false, canWrite: false },
    'ask',
    'come root «apt-get install --no-install-recommends qemu-user-static libc6-amd64-cross libgcc-s1-amd64-cross», poi ripeti.',
  ],
  ['the folder cannot be written', { hasEmulator: true, canWrite: false }, 'ask', 'npm run build'],
])('when %s', (_, difference, action, text) => {
  const plan = planFoundry({ ...ARM64, ...difference })
  expect(plan.action).toBe(action)
  if (text === undefined) expect(plan.line).toBeUndefined()
  else expect(plan.line).toContain(text)
})

const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-foundry-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the lock file records the integrity of the x64 builds', () => {
  for (const tool of ['anvil', 'forge'])
    expect(x64Build(join(import.meta.dirname, '..'), tool)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      integrity: expect.stringMatching(/^sha512-/),
    })
})

test('a tool is missing if neither npm nor the PATH has it', () => {
  const [checkout, onPath] = [aFolder(), aFolder()]
  vi.stubEnv('PATH', onPath)
  onTestFinished(() => vi.unstubAllEnvs())
  expect(missingTools(checkout, ['anvil', 'forge'])).toEqual(['anvil', 'forge'])
  writeFileSync(join(onPath, 'forge'), '')
  mkdirSync(join(checkout, 'node_modules/@foundry-rs/anvil-linux-arm64/bin'), { recursive: true })
  writeFileSync(join(checkout, 'node_modules/@foundry-rs/anvil-linux-arm64/bin/anvil'), '')
  expect(missingTools(checkout, ['anvil', 'forge'])).toEqual([])
})

const VERSION = '1.2.3'
const NAME = '@foundry-rs/anvil-linux-amd64'

/** A registry with an x64 build that prints the name of its process and its arguments; npm is configured to use it. */
async function aRegistry() {
  const folder = aFolder()
  mkdirSync(join(folder, 'package/bin'), { recursive: true })
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: NAME, version: VERSION }))
  const script = '#!/bin/sh\ncat /proc/$$/comm\necho "$@"\n'
  writeFileSync(join(folder, 'package/bin/anvil'), script, { mode: 0o755 })
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
  const archive = readFileSync(join(folder, 'package.tgz'))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`

  const server = createServer((request, response) => {
    if (request.url === '/package.tgz') return response.end(archive)
    const tarball = `http://${request.headers.host}/package.tgz`
    const versions = { [VERSION]: { name: NAME, version: VERSION, dist: { tarball, integrity } } }
    response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: VERSION }, versions }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close())
  configureNpm(`http://127.0.0.1:${server.address().port}/`, join(folder, 'cache'))
  return { integrity }
}

function configureNpm(registry, cache) {
  vi.stubEnv('npm_config_registry', registry)
  vi.stubEnv('npm_config_cache', cache)
  onTestFinished(() => vi.unstubAllEnvs())
}

/** An emulator that ignores the loader and runs the build in its own process. */
function anEmulation() {
  const folder = aFolder()
  writeFileSync(join(folder, 'qemu'), '#!/bin/sh\nbuild=$4\nshift 4\n. "$build"\n', { mode: 0o755 })
  mkdirSync(join(folder, 'libraries'))
  writeFileSync(join(folder, 'libraries/ld-linux-x86-64.so.2'), '')
  return { emulator: join(folder, 'qemu'), libraries: join(folder, 'libraries') }
}

const make = (scope, build) =>
  makeEmulatedPackage({ tool: 'anvil', build, folder: join(scope, 'anvil-linux-arm64'), ...anEmulation() })

test('the package is downloaded and runs from any folder as a process with the name of the tool', async () => {
  const { integrity } = await aRegistry()
  const scope = aFolder()
  await make(scope, { version: VERSION, integrity })
  expect(readdirSync(scope)).toEqual(['anvil-linux-arm64'])
  renameSync(join(scope, 'anvil-linux-arm64'), join(scope, 'moved here'))
  const output = execFileSync(join(scope, 'moved here/bin/anvil'), ['--port', '0'], { encoding: 'utf8' })
  expect(output.split('\n')).toEqual(['anvil', '--port 0', ''])
})

test('a download other than the one of the lock file is refused and leaves nothing', async () => {
  await aRegistry()
  const scope = aFolder()
  await expect(make(scope, { version: VERSION, integrity: 'sha512-AAAA' })).rejects.toThrow('package-lock.json')
  expect(readdirSync(scope)).toEqual([])
})

test('a registry that does not answer is told in one line', async () => {
  configureNpm('http://127.0.0.1:9/', aFolder())
  const scope = aFolder()
  await expect(make(scope, { version: VERSION })).rejects.toThrow(
    new Error(`npm non scarica ${NAME}@${VERSION} (ECONNREFUSED)`),
  )
  expect(existsSync(join(scope, 'anvil-linux-arm64'))).toBe(false)
})
