// Runs forge on the token: `npm run token -- forge test`. Compiles with the solc of this repository, since forge would download
// one.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findFoundry } from './foundry.ts'

const require = createRequire(import.meta.url)
const SOLC = join(import.meta.dirname, 'solc.mjs')

export type ForgeRun = { root?: string; env?: Record<string, string>; stdout?: 'inherit' | 'pipe' }

export const forge = (args: string[], { root = import.meta.dirname, env = {}, stdout = 'inherit' }: ForgeRun = {}) => {
  const openZeppelin = dirname(require.resolve('@openzeppelin/contracts/package.json'))
  const [command = 'test', ...rest] = args
  const given = ['--root', root, '--use', SOLC, '--remappings', `@openzeppelin/contracts/=${openZeppelin}/`]
  return spawnSync(findFoundry('forge'), [command, ...given, ...rest], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', stdout, stdout],
  })
}

if (import.meta.main) process.exitCode = forge(process.argv.slice(2)).status ?? 1
