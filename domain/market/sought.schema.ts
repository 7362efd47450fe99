import { z } from 'zod'
import { AlertRequest } from '#domain/market/alerts.schema.ts'

export const MissedSearch = AlertRequest

/** What people search for or ask for as «Cerco» and nobody offers. */
export const SoughtList = z.object({
  sought: z.array(z.object({ text: z.string(), people: z.number() })),
})
export type SoughtList = z.infer<typeof SoughtList>
