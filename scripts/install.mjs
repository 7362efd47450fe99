import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { outerEnvironment, root } from './own-node.mjs'
import { quietly } from './run.mjs'
import { step } from './say.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

// npm writes the second file last, so an install cut short counts as none; packages for other machines stay away.
export function isInstalled(folder) {
  const present = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(present)) return false
  const found = packagesIn(present)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || (path in found ? found[path].version === wanted.version : wanted.optional),
  )
}

// Not `npm ci`: it refuses a lock file made where packages for other systems cannot be had. Emptying the folder first,
// as it does, matters: what an interrupted install left half unpacked would be taken for whole.
function npmInstall() {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  return quietly('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'], {
    env: outerEnvironment(),
  })
}

export async function install() {
  if (isInstalled(root)) return
  await alone(async () => {
    if (!isInstalled(root)) await step('Installo le dipendenze (una volta sola)', npmInstall)
  })
}
