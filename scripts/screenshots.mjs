import { build } from './build.mjs'
import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { runProgram } from './program.mjs'

await install()
await prepareFoundry()
await build()
runProgram('e2e/screenshots.ts')
