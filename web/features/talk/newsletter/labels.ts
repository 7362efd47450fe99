import { formatNumber } from '#domain/base/numbers.ts'
import type { NewsletterPage, NewsletterView } from '#domain/talk/newsletter.schema.ts'
import type { NewsletterAudience, NewsletterState } from '#domain/talk/newsletter.ts'

export const AUDIENCE_LABELS: Record<NewsletterAudience, string> = {
  subscribers: 'Iscritti alla newsletter',
  members: 'Chi ha un account verificato',
}

export const STATE_LABELS: Record<NewsletterState, string> = { draft: 'Bozza', sending: 'In partenza', sent: 'Spedita' }

export const peopleText = (count: number): string => {
  if (count === 0) return 'nessuno'
  return count === 1 ? 'una persona' : `${formatNumber(count)} persone`
}

/** The fields that the editor changes. */
export type Draft = Pick<NewsletterView, 'subject' | 'text' | 'audience' | 'nearby'>
export type Recipients = NewsletterPage['recipients']

export const EMPTY_DRAFT: Draft = { subject: '', text: '', audience: 'subscribers', nearby: true }
