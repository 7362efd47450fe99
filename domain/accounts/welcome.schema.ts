import { z } from 'zod'

/** `val` is the sum that was given; while it is held, the present one. */
export const OwnWelcome = z.object({
  state: z.enum(['none', 'held', 'pending', 'confirmed', 'failed']),
  val: z.number(),
})
export type OwnWelcome = z.infer<typeof OwnWelcome>

/** Registered by a volunteer, or too many welcomes: to this address, from this network, or in an hour. */
export const WelcomeHeldFor = z.enum(['desk', 'address', 'network', 'many'])
export type WelcomeHeldFor = z.infer<typeof WelcomeHeldFor>

/** A member whose welcome VAL are held until an admin releases them. */
export const HeldWelcome = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  heldAt: z.string(),
  /** Null if they were held before the reason was stored. */
  reason: WelcomeHeldFor.nullable(),
  /** The volunteer who registered the member at the desk; null for others. */
  volunteer: z.string().nullable(),
  /** How many people that volunteer has registered in the last COUNTED_DAYS days. */
  registered: z.number(),
})
export type HeldWelcome = z.infer<typeof HeldWelcome>
