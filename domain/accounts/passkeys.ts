// Separate from passkeys.schema.ts, so that browsers do not load zod for a form.
export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 40
/** How long a challenge is valid: finding the phone and its PIN takes a while. */
export const CHALLENGE_MINUTES = 5

/** A signature made for one purpose is refused for the others. */
export const PASSKEY_PURPOSES = ['signin', 'add', 'payment', 'secret', 'remove'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

export const PASSKEY_MESSAGES = {
  unavailable: 'Su questo sito non si possono usare le passkey.',
  unknown: 'Questa passkey non è valida qui: accedi con e-mail e password.',
  notConfirmed: 'La passkey non ha confermato: riprova o usa la password.',
  notAdded: 'La passkey non è stata aggiunta: riprova.',
  alreadyAdded: 'Questa passkey c’è già.',
  tooMany: `Puoi avere al massimo ${MAX_PASSKEYS} passkey: prima rimuovine una.`,
  none: 'Non hai passkey: usa la password.',
  notFound: 'Questa passkey non esiste.',
  proofNeeded: 'Conferma con la password o con una passkey.',
  nameMissing: 'Scrivi un nome.',
  removed: 'La passkey è stata rimossa.',
} as const

const isAddress = (hostname: string): boolean => /^[\d.]+$/.test(hostname) || hostname.startsWith('[')

/** Browsers create passkeys only for a domain over TLS or for localhost; null for other addresses. */
export const relyingPartyOf = (publicUrl: string): { id: string; origin: string } | null => {
  const { hostname, protocol, origin } = new URL(publicUrl)
  if (isAddress(hostname) || (protocol !== 'https:' && hostname !== 'localhost')) return null
  return { id: hostname, origin }
}
