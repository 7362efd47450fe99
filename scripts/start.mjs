import { build } from './build.mjs'
import { install } from './install.mjs'
import { runProgram } from './program.mjs'
import { serverProcess } from './server-process.mjs'

await install()
await build()
runProgram('server/main.ts', serverProcess())
