import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { handOver } from './run.mjs'
import { bringDebianPrograms } from './testing/debian.mjs'

// Attacks and faults at their full size, for hours; short ones are part of the tests. Names of parts choose among them.
const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true })

await install()
await bringDebianPrograms()
await build()
process.env.SIEGE = values.short ? 'short' : 'long'
process.env.NODE_ENV = 'test'
handOver(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/siege.config.ts', ...positionals])
