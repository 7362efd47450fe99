// The first three are the specification's, verbatim.
export const MAX_SUBSCRIBER_NAME = 80

export const NEWSLETTER_MESSAGES = {
  confirmationSent: 'Email suscrito in attesa di conferma',
  unconfirmed: 'Email already subscribed but not verified',
  alreadySubscribed: 'Email already subscribed',
  codeInvalid: 'Questo link di conferma non è valido: iscriviti di nuovo per riceverne un altro.',
  unsubscribed: 'Non riceverai più la newsletter.',
} as const
