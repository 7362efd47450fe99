import { z } from 'zod'
import { isPushService, PUSH_MESSAGES } from '#domain/talk/push.ts'

const MAX_ENDPOINT = 1_000

// Stored as it was parsed, so that the URL that is called is the one that was checked.
const Endpoint = z
  .url()
  .max(MAX_ENDPOINT)
  .transform((endpoint) => new URL(endpoint).href)
const ServiceEndpoint = Endpoint.refine(isPushService, PUSH_MESSAGES.unknownService)

/** A browser's subscription, as its `toJSON` writes it. */
export const PushSubscription = z.object({
  endpoint: ServiceEndpoint,
  keys: z.object({
    /** An uncompressed point of P-256 and a secret of 16 bytes, in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/, PUSH_MESSAGES.invalid),
    auth: z.string().regex(/^[\w-]{22}$/, PUSH_MESSAGES.invalid),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const PushEndpoint = z.object({ endpoint: Endpoint })
export const PushKey = z.object({ publicKey: z.string() })
