import { z } from 'zod'
import { Email } from '#domain/base/email.schema.ts'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { line, paragraph } from '#domain/base/text.ts'
import {
  AUDIENCES,
  MAX_NEWSLETTER_SUBJECT,
  MAX_NEWSLETTER_TEXT,
  MAX_SUBSCRIBER_NAME,
  NEWSLETTER_STATES,
} from '#domain/talk/newsletter.ts'

export const Subscription = z.object({
  name: line(MAX_SUBSCRIBER_NAME).refine((name) => name.length > 0, 'Scrivi il tuo nome.'),
  email: Email,
})
export type Subscription = z.output<typeof Subscription>
export const NewsletterConfirmation = z.object({ email: Email, codice: line(100) })
export const ConfirmedSubscribers = z.array(z.object({ name: z.string() }))

export const NewsletterText = z.object({
  subject: line(MAX_NEWSLETTER_SUBJECT).refine((subject) => subject.length > 0, 'Scrivi l’oggetto.'),
  text: paragraph(MAX_NEWSLETTER_TEXT).refine((text) => text.length > 0, 'Scrivi il testo.'),
  audience: z.enum(AUDIENCES, 'Scegli a chi scrivere.'),
  /** Whether each mail ends with new listings near its recipient. */
  nearby: z.boolean().default(true),
})
export type NewsletterText = z.output<typeof NewsletterText>

/** What the sender has read; without it the draft is sent as it is. */
export const ReadNewsletter = z.preprocess(
  (value: z.input<typeof NewsletterText> | null | undefined) => value ?? undefined,
  NewsletterText.optional(),
)

/** `read` is the draft that the writer has changed; without it the draft is replaced whatever it says. */
export const NewsletterChange = NewsletterText.extend({ read: NewsletterText.optional() })
export type NewsletterChange = z.output<typeof NewsletterChange>

export const NewsletterReference = z.object({ _id: z.string() })
export const NewsletterTest = z.object({ to: Email })

/** `sent` and `failed` count mails; mails not yet tried are in neither. */
export const NewsletterView = z.object({
  _id: z.string(),
  subject: z.string(),
  text: z.string(),
  audience: z.enum(AUDIENCES),
  nearby: z.boolean(),
  state: z.enum(NEWSLETTER_STATES),
  sent: z.number(),
  failed: z.number(),
  createdAt: z.string(),
  /** When the sending began; null for a draft. */
  sentAt: z.string().nullable(),
  /** Who wrote it. */
  by: z.string(),
})
export type NewsletterView = z.infer<typeof NewsletterView>

export const NewsletterQuery = z.object({ p: pageNumber })
/** Newest first, with the number of people that each audience has now. */
export const NewsletterPage = z.object({
  newsletters: z.array(NewsletterView),
  pages: z.number(),
  recipients: z.object({ subscribers: z.number(), members: z.number() }),
})
export type NewsletterPage = z.infer<typeof NewsletterPage>
