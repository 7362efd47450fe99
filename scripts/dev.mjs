import { install } from './install.mjs'
import { runProgram } from './program.mjs'

await install()
runProgram('server/main.ts', {
  flags: ['--watch-path=server', '--watch-path=domain', '--watch-preserve-output'],
  args: ['--dev', ...process.argv.slice(2)],
})
