import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { hasEmbeddedChain, runProgram } from './program.mjs'

await install()
if (hasEmbeddedChain()) await prepareFoundry()
runProgram('server/main.ts', {
  flags: ['--watch-path=server', '--watch-path=domain', '--watch-preserve-output'],
  args: ['--dev', ...process.argv.slice(2)],
})
