import { readFileSync } from 'node:fs'

// The server lives on some 60 MB, but V8 lets garbage grow to several times that before it looks: on a small machine,
// memory is better left to the database. Measured with `npm run bench -- --only requests`: a third less, as quick.
// And the C library keeps what pictures needed while they were made smaller, unless it is told to give it back: a hundred
// megabytes less after `npm run bench -- --only members`. What was compiled once is kept: a quarter less time to start, and
// the compiler of types stays away, which is ten megabytes.
export const serverProcess = () => JSON.parse(readFileSync(new URL('server-process.json', import.meta.url), 'utf8'))
