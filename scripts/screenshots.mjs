import { build } from './build.mjs'
import { install } from './install.mjs'
import { runProgram } from './program.mjs'

await install()
await build()
runProgram('e2e/screenshots.ts')
