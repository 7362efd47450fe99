import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { runInForeground } from './run.mjs'
import { installDebianPackages } from './testing/debian.mjs'

// Runs the attack and fault tests at full size, for hours (`npm run test:all` runs them short). Arguments filter by file name.
const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true })

await install()
await prepareFoundry()
await installDebianPackages('siege')
await build()
process.env.SIEGE = values.short ? 'short' : 'long'
process.env.NODE_ENV = 'test'
runInForeground(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/siege.config.ts', ...positionals])
