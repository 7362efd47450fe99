import { install } from './install.mjs'
import { program } from './program.mjs'

await install()
program('server/admin.ts')
