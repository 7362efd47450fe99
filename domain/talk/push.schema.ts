import { z } from 'zod'
import { isPushService, PUSH_MESSAGES } from '#domain/talk/push.ts'

const MAX_ENDPOINT = 1_000

const Endpoint = z.url().max(MAX_ENDPOINT).refine(isPushService, PUSH_MESSAGES.unknownService)

/** A browser's subscription, as its `toJSON` writes it. */
export const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({
    /** An uncompressed point of P-256 and a secret of 16 bytes, in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/, PUSH_MESSAGES.invalid),
    auth: z.string().regex(/^[\w-]{22}$/, PUSH_MESSAGES.invalid),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const PushEndpoint = z.object({ endpoint: z.url().max(MAX_ENDPOINT) })
export const PushKey = z.object({ publicKey: z.string() })
