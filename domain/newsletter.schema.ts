import { z } from 'zod'
import { Email } from '#domain/members.schema.ts'
import { MAX_SUBSCRIBER_NAME } from '#domain/newsletter.ts'
import { line } from '#domain/text.ts'

export const Subscription = z.object({
  name: line(MAX_SUBSCRIBER_NAME).refine((name) => name.length > 0, 'Scrivi il tuo nome.'),
  email: Email,
})
export type Subscription = z.output<typeof Subscription>
export const NewsletterConfirmation = z.object({ email: Email, codice: line(100) })
export const ConfirmedSubscribers = z.array(z.object({ name: z.string() }))
