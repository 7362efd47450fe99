import { build } from './build.mjs'
import { install } from './install.mjs'
import { program } from './program.mjs'
import { serverFlags } from './server-flags.mjs'

await install()
await build()
program('server/main.ts', { flags: serverFlags() })
