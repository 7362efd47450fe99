import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// Named imports of what Node 18 lacks would end the process before install.mjs says which Node is needed.
import * as util from 'node:util'
import { root } from './environment.mjs'
import { runInForeground } from './run.mjs'

const file = join(root, '.env')

/** Whether the settings leave the chain to Piazza itself, for which it needs anvil. */
export function hasEmbeddedChain() {
  const settings = { ...(existsSync(file) && util.parseEnv(readFileSync(file, 'utf8'))), ...process.env }
  return !settings.CHAIN_RPC_URL
}

/** Runs a program of the project with the settings of .env; environment variables take precedence. */
export function runProgram(program, { flags = [], environment = {}, args = process.argv.slice(2) } = {}) {
  const settings = existsSync(file) ? ['--env-file=.env'] : []
  runInForeground([...settings, ...flags, program, ...args], environment)
}
