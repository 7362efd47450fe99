import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnvironment, root } from './environment.mjs'
import { withLock } from './lock.mjs'
import { step } from './progress.mjs'
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

const npmCi = () => runCaptured('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { env: npmEnvironment() })

export async function install() {
  if (isInstalled(root)) return
  await withLock(async () => {
    if (!isInstalled(root)) await step('Installo le dipendenze (una volta sola)', npmCi)
  })
}
