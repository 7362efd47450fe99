import { z } from 'zod'

/** A member that the viewer has blocked. */
export const BlockView = z.object({ _id: z.string(), username: z.string(), name: z.string(), at: z.string() })
export type BlockView = z.infer<typeof BlockView>
