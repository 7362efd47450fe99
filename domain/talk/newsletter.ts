// Must not import zod: browsers load this file.
export const MAX_SUBSCRIBER_NAME = 80

/** Recipients of a newsletter: confirmed subscribers, or all verified members (service messages). */
export const AUDIENCES = ['subscribers', 'members'] as const
export type NewsletterAudience = (typeof AUDIENCES)[number]
export const NEWSLETTER_STATES = ['draft', 'sending', 'sent'] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]
export const MAX_NEWSLETTER_SUBJECT = 150
export const MAX_NEWSLETTER_TEXT = 20_000
export const NEWSLETTER_PAGE = 20
/** How many new listings a mail names, and how far they may be. */
export const NEARBY_LISTINGS = 5
export const NEARBY_KM = 30

/** Empty lines separate paragraphs. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

// The first three are the specification's, verbatim.

export const NEWSLETTER_MESSAGES = {
  confirmationSent: 'Email suscrito in attesa di conferma',
  unconfirmed: 'Email already subscribed but not verified',
  alreadySubscribed: 'Email already subscribed',
  codeInvalid: 'Questo link di conferma non è valido: iscriviti di nuovo per riceverne un altro.',
  unsubscribed: 'Non riceverai più la newsletter.',
  notFound: 'Questa newsletter non esiste.',
  alreadySent: 'Questa newsletter è già partita: non si può più cambiare.',
  changed: 'Nel frattempo qualcun altro ha cambiato questa newsletter: rileggila prima di spedirla.',
  changedMeanwhile:
    'Nel frattempo qualcun altro ha cambiato questa bozza, e la tua non è salvata: copia il tuo testo, ricarica la pagina e incollalo.',
  testSent: 'La prova è partita: controlla la posta.',
  deleted: 'La bozza è cancellata.',
} as const
