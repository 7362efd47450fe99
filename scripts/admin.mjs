import { install } from './install.mjs'
import { runProgram } from './program.mjs'

await install()
runProgram('server/admin.ts')
