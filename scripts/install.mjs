import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './checkout-lock.mjs'
import { npmEnvironment, root } from './environment.mjs'
import { print, step } from './progress.mjs'
import { runCaptured } from './run.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

// npm writes node_modules/.package-lock.json last, so an interrupted install counts as none. Optional packages for other
// platforms are never installed.
export function isInstalled(folder) {
  const present = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(present)) return false
  const found = packagesIn(present)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || (path in found ? found[path].version === wanted.version : wanted.optional),
  )
}

/** Installed packages whose contents package-lock.json cannot verify, with the hash of what came. */
export function unverified(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const present = packagesIn(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(present)
    .filter(([path, { link }]) => wanted[path] && !wanted[path].integrity && !link)
    .map(([path, { version, integrity }]) => ({ name: path.split('node_modules/').at(-1), version, integrity }))
}

export function reportUnverified() {
  for (const { name, version, integrity } of unverified(root))
    print(
      `${name} ${version}: package-lock.json non ha un’impronta con cui controllarlo. Qui è arrivato ${integrity}: ` +
        `confrontalo con «npm view ${name}@${version} dist.integrity» da un’altra rete.\n`,
    )
}

const isOlder = (version, wanted) => version.localeCompare(wanted, 'en', { numeric: true }) < 0

/** Why Piazza cannot be installed here, in one line; undefined where it can. */
export function findObstacle({ platform, arch, node, npm }) {
  if (platform !== 'linux')
    return 'Piazza gira su Linux: su macOS e Windows usa il contenitore (deploy/compose.yaml) o WSL con Debian.'
  if (!['x64', 'arm64'].includes(arch)) return `Piazza gira su processori x64 e arm64, non su ${arch}.`
  if (isOlder(node, '20.19.0')) return `Serve Node 20.19 o più nuovo: qui c’è ${node}.`
  if (npm && isOlder(npm, '10.0.0')) return `Serve npm 10 o più nuovo: qui c’è ${npm}.`
  return undefined
}

const here = () => ({
  platform: process.platform,
  arch: process.arch,
  node: process.versions.node,
  npm: /^npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1],
})

const npmCi = () => runCaptured('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { env: npmEnvironment() })

// From sysexits.h, as in server/main.ts: the unit does not start Piazza again after it.
const EX_CONFIG = 78

export async function install() {
  const needed = !isInstalled(root)
  // npm is needed only to install.
  const obstacle = findObstacle(needed ? here() : { ...here(), npm: undefined })
  if (obstacle) {
    process.stderr.write(`${obstacle}\n`)
    process.exit(EX_CONFIG)
  }
  if (!needed) return
  await withLock(async () => {
    if (isInstalled(root)) return
    await step('Installo le dipendenze (una volta sola)', npmCi)
    reportUnverified()
  })
}
