import { build } from './build.mjs'
import { install } from './install.mjs'

// What `npm start` does before it starts: for packaging, where the server later cannot write to its own code.
await install()
await build()
