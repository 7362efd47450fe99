import { build } from './build.mjs'
import { projectNode } from './environment.mjs'
import { install } from './install.mjs'
import { step } from './progress.mjs'
import { runCaptured } from './run.mjs'

// What `npm start` does before it starts: for packaging, where the server later cannot write to its own code. The folder of
// the version that runs now may be given: its assets stay available.
await install()
await step('Preparo il database incorporato', () =>
  runCaptured(projectNode(), ['server/embedded/postgres/link-libraries.ts']),
)
await build(process.argv[2])
