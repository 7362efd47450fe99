import type { AssociationLimits, SiteSettings } from '#domain/association/settings.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { makeIdempotency } from '#server/platform/idempotency/service.ts'
import { makeIdempotencyStore } from '#server/platform/idempotency/store.ts'
import { makeLimits } from '#server/platform/limits/service.ts'
import { makeLimitsStore } from '#server/platform/limits/store.ts'
import { makeRetention } from '#server/platform/retention/store.ts'

type Parts = {
  db: Database
  /** For public reads; uses replicas if configured. */
  reads: Database
  audit: Audit
  /** The association's current settings; the object is updated in place. */
  site: SiteSettings
  association: AssociationLimits
  /** For signed links and push. */
  secret: string
  rateLimits: boolean
  quietHours: boolean
  now: () => Date
}

/** What every area uses. */
export const makePlatform = ({ rateLimits, ...parts }: Parts) => ({
  ...parts,
  limits: makeLimits(makeLimitsStore(parts.db), { enabled: rateLimits, now: parts.now }),
  retention: makeRetention(parts.db),
  idempotency: makeIdempotency(makeIdempotencyStore(parts.db), parts.now),
})
export type Platform = ReturnType<typeof makePlatform>
