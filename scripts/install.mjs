import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { outerEnvironment, root } from './own-node.mjs'
import { quietly } from './run.mjs'
import { step } from './say.mjs'

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

const npmCi = () => quietly('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { env: outerEnvironment() })

export async function install() {
  if (isInstalled(root)) return
  await alone(async () => {
    if (!isInstalled(root)) await step('Installo le dipendenze (una volta sola)', npmCi)
  })
}
