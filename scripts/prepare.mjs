import { build } from './build.mjs'
import { projectNode } from './environment.mjs'
import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { step } from './progress.mjs'
import { runCaptured } from './run.mjs'

// Installs (with anvil, where npm does not find it), links the database's libraries and builds, for packages whose server cannot
// write to its own code. Argument: the folder of the running version, whose assets stay available.
await install()
await prepareFoundry()
await step('Preparo il database incorporato', () =>
  runCaptured(projectNode(), ['server/platform/embedded/postgres/link-libraries.ts']),
)
await build(process.argv[2])
