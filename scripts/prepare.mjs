import { build } from './build.mjs'
import { install } from './install.mjs'

// What `npm start` does before it starts: for packaging, where the server later cannot write to its own code. The folder of
// the version that runs now may be given: its assets stay available.
await install()
await build(process.argv[2])
