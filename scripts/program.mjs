import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './own-node.mjs'
import { handOver } from './run.mjs'

/** Runs one of the project's programs; settings in .env count unless the environment says otherwise. */
export function program(file, { flags = [], environment = {}, args = process.argv.slice(2) } = {}) {
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  handOver([...settings, ...flags, file, ...args], environment)
}
