import { build } from './build.mjs'
import { install } from './install.mjs'
import { program } from './program.mjs'

await install()
await build()
program('e2e/screenshots.ts')
