import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { dative, nameWithUsername } from '#domain/accounts/names.ts'
import { splitLinks } from '#domain/talk/threads.ts'

// What a notice or a mail quotes of others stands in its text as a reference, and is read when the text is shown or sent: what was
// withheld or erased in the meantime is in neither. The delimiters are control characters, which no input may contain.
const START = '\u0002'
const END = '\u0003'

const KINDS = [
  'name',
  'person',
  'listing',
  'order',
  'item',
  'problem',
  'message',
  'transferNote',
  'requestNote',
] as const
export type ReferenceKind = (typeof KINDS)[number]
/** What is quoted, by kind and id. */
export type Quoted = {
  member: Map<string, { name: string; username: string }>
  listing: Map<string, string>
  order: Map<string, string>
  item: Map<string, string>
  problem: Map<string, string>
  message: Map<string, string>
  transferNote: Map<string, string>
  requestNote: Map<string, string>
}

const refer = (kind: ReferenceKind, id: string): string => `${START}${kind} ${id}${END}`

/** The shown name of a member. */
export const nameRef = (memberId: string): string => refer('name', memberId)
/** The same with the username, where two members could be confused. */
export const personRef = (memberId: string): string => refer('person', memberId)
/** The title of a listing. */
export const listingRef = (listingId: string): string => refer('listing', listingId)
/** What was requested: the titles of the listings, as they were then. */
export const orderRef = (orderId: string): string => refer('order', orderId)
/** The title of one of them, by its position in the request, from 1. */
export const itemRef = (orderId: string, position: number): string => refer('item', `${orderId}:${position}`)
/** What a party of a request, or the server, says is wrong. */
export const problemRef = (orderId: string): string => refer('problem', orderId)
/** The text of a message, as a mail quotes it. */
export const messageRef = (messageId: string): string => refer('message', messageId)
/** « per «nota»» of VAL that a member sent or asked for; nothing without a note. */
export const transferNoteRef = (transferId: string): string => refer('transferNote', transferId)
export const requestNoteRef = (valRequestId: string): string => refer('requestNote', valRequestId)

const REFERENCE = new RegExp(`(\\ba )?${START}(${KINDS.join('|')}) ([0-9a-f-]{36}(?::\\d+)?)${END}`, 'g')

/** The ids in the texts, by kind. */
export const referencesIn = (texts: readonly string[]): Map<ReferenceKind, string[]> => {
  const found = new Map<ReferenceKind, string[]>()
  for (const text of texts)
    for (const [, , kind, id = ''] of text.matchAll(REFERENCE)) {
      const known = found.get(kind as ReferenceKind) ?? []
      found.set(kind as ReferenceKind, [...known, id])
    }
  return found
}

// Removes URLs, because mail programs would turn them into links.
const withoutLinks = (text: string): string =>
  splitLinks(text)
    .map((part) => (part.isLink ? '[indirizzo web, visibile nella conversazione]' : part.text))
    .join('')

export const LISTING_GONE = 'annuncio tolto'
const ORDER_GONE = 'richiesta cancellata'
const PROBLEM_GONE = '(testo cancellato)'
const MESSAGE_GONE = '(messaggio cancellato)'
const MEMBER_GONE = { name: DELETED_MEMBER_NAME, username: DELETED_MEMBER_NAME }

const textOf = (kind: ReferenceKind, id: string, quoted: Quoted): string => {
  const { name, username } = quoted.member.get(id) ?? MEMBER_GONE
  const noteOf = (note = ''): string => (note ? ` per «${note}»` : '')
  switch (kind) {
    case 'name':
      return name
    case 'person':
      return nameWithUsername(name, username)
    case 'listing':
      return quoted.listing.get(id) ?? LISTING_GONE
    case 'order':
    case 'item':
      return quoted[kind].get(id) ?? ORDER_GONE
    case 'problem':
      return withoutLinks(quoted.problem.get(id) || PROBLEM_GONE)
    case 'message':
      return withoutLinks(quoted.message.get(id) ?? MESSAGE_GONE)
    case 'transferNote':
      return noteOf(quoted.transferNote.get(id))
    case 'requestNote':
      return noteOf(quoted.requestNote.get(id))
  }
}

/** Replaces the references in a text; `write` converts what is quoted, for HTML. */
export const fillIn = (text: string, quoted: Quoted, write: (text: string) => string = (words) => words): string =>
  text.replace(REFERENCE, (_, to: string | undefined, kind: ReferenceKind, id: string) => {
    const words = textOf(kind, id, quoted)
    return write(to === undefined ? words : dative(words))
  })
