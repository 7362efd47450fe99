import { readFileSync } from 'node:fs'

// The server lives on some 60 MB, but V8 lets garbage grow to several times that before it looks: on a small machine,
// memory is better left to the database. Measured with `npm run bench -- --only requests`: a third less, as quick.
export const serverFlags = () => JSON.parse(readFileSync(new URL('server-flags.json', import.meta.url), 'utf8'))
