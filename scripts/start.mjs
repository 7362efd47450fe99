import { build } from './build.mjs'
import { install } from './install.mjs'
import { program } from './program.mjs'
import { serverProcess } from './server-process.mjs'

await install()
await build()
program('server/main.ts', serverProcess())
