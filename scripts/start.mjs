import { build } from './build.mjs'
import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { hasEmbeddedChain, runProgram } from './program.mjs'
import { serverProcess } from './server-process.mjs'

await install()
if (hasEmbeddedChain()) await prepareFoundry()
await build()
runProgram('server/main.ts', serverProcess())
