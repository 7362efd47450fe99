import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet, canInstallPackages } from './apt.mjs'
import { withLock } from './checkout-lock.mjs'
import { makeEmulatedPackage } from './emulated-package.mjs'
import { root } from './environment.mjs'
import { duration, print } from './progress.mjs'

const EMULATOR = '/usr/bin/qemu-x86_64-static'
const LIBRARIES = '/usr/x86_64-linux-gnu/lib'
const INSTALL = ['install', '--no-install-recommends', 'qemu-user-static', 'libc6-amd64-cross', 'libgcc-s1-amd64-cross']

/**
 * What to do about tools for which the registry has no package for this processor: `emulate` the x64 build, `install` the
 * emulator first, or `ask` for what this user may not do.
 */
export function planFoundry({ platform, arch, missing, hasEmulator, canInstall, canWrite }) {
  if (missing.length === 0 || platform !== 'linux' || arch !== 'arm64') return { action: 'nothing' }
  const lack = `npm non ha trovato ${missing.join(' e ')} per ${arch}`
  if (!hasEmulator && !canInstall)
    return {
      action: 'ask',
      line: `${lack}, e per la versione x64 serve qemu: come root «apt-get ${INSTALL.join(' ')}», poi ripeti.`,
    }
  if (!canWrite)
    return {
      action: 'ask',
      line: `${lack}, e questa cartella non si può scrivere: «npm run build» come suo proprietario, poi ripeti.`,
    }
  const line = `${lack}: preparo la versione x64 con qemu (una volta sola)`
  return { action: hasEmulator ? 'emulate' : 'install', line }
}

const folderOf = (checkout, tool) => join(checkout, 'node_modules', '@foundry-rs', `${tool}-linux-arm64`)

const isOnPath = (tool) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => !folder.includes('node_modules') && existsSync(join(folder, tool)))

export const missingTools = (checkout, tools) =>
  tools.filter((tool) => !existsSync(join(folderOf(checkout, tool), 'bin', tool)) && !isOnPath(tool))

function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const hasEmulator = () => existsSync(EMULATOR) && existsSync(join(LIBRARIES, 'libgcc_s.so.1'))

async function installEmulator() {
  await aptGet('update')
  const { code, output } = await aptGet(...INSTALL)
  if (code !== 0) throw new Error(`apt-get: ${output.trim().split('\n').at(-1)}`)
}

/** The version and integrity of the x64 build; the integrity is missing if package-lock.json does not record it. */
export function x64Build(checkout, tool) {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'))
  const { version } = packages[`node_modules/@foundry-rs/${tool}`]
  return { version, integrity: packages[`node_modules/@foundry-rs/${tool}-linux-amd64`]?.integrity }
}

async function emulate(checkout, tools) {
  const emulation = { emulator: EMULATOR, libraries: LIBRARIES }
  for (const tool of tools)
    await makeEmulatedPackage({ tool, build: x64Build(checkout, tool), folder: folderOf(checkout, tool), ...emulation })
}

async function printOutcome(label, work) {
  print(`${label}… `)
  const start = performance.now()
  try {
    await work()
    print(`fatto in ${duration(performance.now() - start)}\n`)
  } catch (error) {
    print(`non riuscito: ${error.message}; il prossimo comando riprova.\n`)
  }
}

/**
 * Supplies the Foundry tools that the registry lacks for this processor, once, and says so in one line. A failure is told
 * and does not end the process: most of Piazza needs no chain.
 */
export async function prepareFoundry(tools = ['anvil'], { checkout = root, ...given } = {}) {
  const find = () => ({
    platform: process.platform,
    arch: process.arch,
    missing: missingTools(checkout, tools),
    hasEmulator: hasEmulator(),
    canInstall: canInstallPackages(),
    canWrite: canWrite(join(checkout, 'node_modules')),
    ...given,
  })
  if (planFoundry(find()).action === 'nothing') return
  await withLock(async () => {
    // Another command may have supplied them meanwhile.
    const machine = find()
    const { action, line } = planFoundry(machine)
    if (action === 'ask') print(`${line}\n`)
    if (action === 'emulate' || action === 'install')
      await printOutcome(line, async () => {
        if (action === 'install') await installEmulator()
        await emulate(checkout, machine.missing)
      })
  })
}
