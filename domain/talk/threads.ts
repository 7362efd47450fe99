// Messages between members. Must not import zod: browsers load this file.

export const MAX_MESSAGE = 2000
export const THREAD_PAGE_SIZE = 20
export const MESSAGE_PAGE_SIZE = 50

export const THREAD_MESSAGES = {
  withheld: 'Messaggio tolto dopo una segnalazione.',
  notFound: 'Questa conversazione non esiste.',
  empty: 'Scrivi qualcosa.',
  ownListing: 'Questo annuncio è tuo: aspetta che qualcuno ti scriva.',
  recipientGone: 'Questa persona ha lasciato la piazza: non può più ricevere messaggi.',
  // Does not reveal a block.
  recipientUnreachable: 'Il messaggio non è partito: in questo momento questa persona non riceve messaggi da qui.',
} as const

/** The other member has left, the viewer is suspended, the other member is, or has no e-mail and answers at the desk. */
export const THREAD_NOTES = ['gone', 'ownSuspension', 'suspended', 'atDesk'] as const
export type ThreadNote = (typeof THREAD_NOTES)[number]

export const threadNoteText = (note: ThreadNote, name: string): string =>
  ({
    gone: THREAD_MESSAGES.recipientGone,
    ownSuspension: 'Il tuo account è sospeso: qui per ora puoi solo leggere.',
    suspended: `L’account di ${name} è sospeso: può leggere, ma per ora non può risponderti.`,
    atDesk: `${name} non ha un’e-mail: legge e risponde tramite lo sportello.`,
  })[note]

export const threadPath = (id: string): string => `/messaggi/${id}`

// Anywhere in a word: a scheme, www, or a host of a common domain that is not part of an e-mail address.
const LINK =
  /[a-z0-9+.-]:\/\/\S|(?<![\p{L}\p{N}])www\.\S|(?<![\p{L}\p{N}@._-])[\p{L}\p{N}][\p{L}\p{N}._-]*\.(?:com|net|org|it|eu|info|io|me|ly|app|shop|link|site|online|xyz|top|ru|cn)(?![\p{L}\p{N}@_-])/iu

/** Splits a text into links and other parts, so that links can be shown as text with a warning. */
export const splitLinks = (text: string): { text: string; isLink: boolean }[] => {
  const parts: { text: string; isLink: boolean }[] = []
  for (const word of text.split(/(\s+)/)) {
    const isLink = LINK.test(word)
    const last = parts.at(-1)
    if (last && !last.isLink && !isLink) last.text += word
    else if (word !== '') parts.push({ text: word, isLink })
  }
  return parts
}
