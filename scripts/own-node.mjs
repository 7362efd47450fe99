import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from './say.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')
const NEEDED = 24

/** The Node that runs the project: the one it installs, or the running one where none is published. */
export function ownNode() {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) return installed
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath
  say(`Serve Node ${NEEDED} o successivo: su ${process.platform}-${process.arch} va installato a mano.\n`)
  process.exit(1)
}

/** The environment in which the project's tools find the project's Node first. */
export const ownEnvironment = () => ({
  ...process.env,
  PATH: [dirname(ownNode()), bin, process.env.PATH].join(delimiter),
})

// npm must not run on the Node it is about to delete and install again.
export const outerEnvironment = () => ({
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => resolve(folder) !== bin)
    .join(delimiter),
})
