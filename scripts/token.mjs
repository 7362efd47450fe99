import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { runProgram } from './program.mjs'

// npm run token -- deploy: runs token/deploy.ts with the project's Node.
const [name = 'forge', ...args] = process.argv.slice(2)

await install()
if (['forge', 'mutate'].includes(name)) await prepareFoundry()
runProgram(`token/${name}.ts`, { args })
