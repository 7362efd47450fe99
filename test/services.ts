import type { Database } from '#server/platform/db/pool.ts'
import { makeServices, type ServiceParts } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { SECRET } from '#test/fixtures.ts'

const never = () => {
  throw new Error('not used')
}

/** The services of a server, for tests that call what its jobs call; without a chain and without stored files. */
export const someServices = (db: Database, now: () => Date, env: Record<string, string> = {}) =>
  makeServices({
    db,
    settings: readSettings(env),
    authSecret: SECRET,
    now,
    wallet: new Proxy({}, { get: () => never }) as ServiceParts['wallet'],
    storage: { put: never, get: never, remove: never, urlOf: never },
  })
