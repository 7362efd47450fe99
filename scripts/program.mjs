import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './environment.mjs'
import { runInForeground } from './run.mjs'

/** Runs a program of the project with the settings of .env; environment variables take precedence. */
export function runProgram(file, { flags = [], environment = {}, args = process.argv.slice(2) } = {}) {
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  runInForeground([...settings, ...flags, file, ...args], environment)
}
