import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { cleanedText } from '#domain/base/text.ts'
import { textOfHtml } from '#server/talk/inbound/html-text.ts'

const MOST_ADDRESSES = 20
const MOST_TEXT = 60_000

export type ParsedMail = {
  /** Of the header From; empty if there is none. */
  from: string
  /** To whom it was sent, as far as its header says. */
  to: string[]
  /** The recipients that each of them sees. */
  shown: string[]
  messageId: string
  /** Message-IDs of the mails that it answers. */
  references: string
  /** Sent by a program: an automatic reply, a list, a report (RFC 3834). */
  isAutomatic: boolean
  text: string
  /** Whether files were attached; pictures of a signature do not count. */
  hasAttachments: boolean
}

const AUTOMATIC_SENDER = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|majordomo|listserv)([+@-]|$)/i
const AUTOMATIC_SUBJECT =
  /^(risposta automatica|fuori ufficio|out of office|automatic reply|auto(matic)?[ -]?re(ply|sponse)|abwesenheit|réponse automatique)\b/i

type Field = (name: string) => string | undefined

const isAutomatic = (field: Field, from: string, subject: string): boolean => {
  const submitted = field('auto-submitted')?.trim().toLowerCase()
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto_reply)\b/i.test(field('precedence')?.trim() ?? '') ||
    /^\s*<\s*>/.test(field('return-path') ?? '') ||
    ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-loop', 'x-vacation'].some(
      (name) => field(name) !== undefined,
    ) ||
    /^multipart\/report\b/i.test(field('content-type')?.trim() ?? '') ||
    AUTOMATIC_SENDER.test(from) ||
    AUTOMATIC_SUBJECT.test(subject)
  )
}

/** Files, not pictures in the text, nor what mail programs add for themselves. */
const isFile = ({ disposition, mimeType, related, contentId }: Attachment): boolean => {
  if (/^(application\/(pgp-signature|pkcs7-signature|x-pkcs7-signature)|text\/calendar|message\/)/.test(mimeType))
    return false
  return disposition === 'attachment' || (!related && !contentId)
}

// Without control characters, which delimit references in mails.
const ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]]{1,100}@[^\s\p{Cc}<>,;:"()[\]]{1,150}$/u

/** The addresses of a header field, without the names beside them, which may look like addresses. */
export const addressesIn = (value: string): string[] =>
  addressParser(value, { flatten: true }).flatMap(({ address }) => address || [])

const textOf = ({ text, html }: Email): string => (text?.trim() ? text : textOfHtml(html ?? ''))

/** Throws if the parser does. */
export const parseMail = async (content: Buffer): Promise<ParsedMail> => {
  const email = await PostalMime.parse(content, { attachmentEncoding: 'utf8' })
  const field: Field = (name) => email.headers.find(({ key }) => key === name)?.value
  const valuesOf = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const from = addressesIn(field('from') ?? '').findLast((address) => ADDRESS.test(address)) ?? ''
  const shown = ['to', 'cc'].flatMap(valuesOf).flatMap(addressesIn)
  const to = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap(valuesOf).flatMap(addressesIn).concat(shown)
  return {
    from,
    to: to.filter((address) => ADDRESS.test(address)).slice(0, MOST_ADDRESSES),
    shown,
    messageId: email.messageId?.trim().slice(0, 500) ?? '',
    references: [field('in-reply-to'), field('references')].join(' ').slice(0, 10_000),
    isAutomatic: isAutomatic(field, from, email.subject?.trim() ?? ''),
    text: cleanedText(textOf(email).slice(0, MOST_TEXT)),
    hasAttachments: email.attachments.some(isFile),
  }
}
