import { install } from './install.mjs'
import { program } from './program.mjs'

await install()
program('server/main.ts', {
  flags: ['--watch-path=server', '--watch-path=domain', '--watch-preserve-output'],
  args: ['--dev', ...process.argv.slice(2)],
})
