import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from './progress.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')
const MINIMUM_VERSION = 24

/** The Node executable to use: the installed package, or the running one on platforms without a package. */
export function projectNode() {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) return installed
  if (Number.parseInt(process.versions.node, 10) >= MINIMUM_VERSION) return process.execPath
  print(`Serve Node ${MINIMUM_VERSION} o successivo: su ${process.platform}-${process.arch} va installato a mano.\n`)
  process.exit(1)
}

/** The environment with the project's Node and tools first on the PATH. */
export const projectEnvironment = () => ({
  ...process.env,
  PATH: [dirname(projectNode()), bin, process.env.PATH].join(delimiter),
})

// `npm ci` deletes node_modules, so npm must not run on the Node in there.
export const npmEnvironment = () => ({
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => resolve(folder) !== bin)
    .join(delimiter),
})
