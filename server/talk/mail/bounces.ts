import PostalMime, { type Attachment } from 'postal-mime'
import type { MailRow } from '#server/talk/mail/store.ts'

// Parses delivery status notifications (RFC 3464) and their status codes (RFC 3463).

/** The same at every attempt. The time of creation makes it hard to guess, and so makes bounces hard to forge. */
export const messageIdOf = ({ id, createdAt }: Pick<MailRow, 'id' | 'createdAt'>, domain: string): string =>
  `<${id}.${createdAt.getTime()}@${domain}>`

const OWN_MESSAGE_ID = /^<(\d{1,15})\.(\d{1,15})@([^<>\s]+)>$/

/** The number and the time of creation of our mail with this Message-ID; undefined for those of others. */
export const readMessageId = (messageId: string, domain: string): { id: number; createdAt: Date } | undefined => {
  const [, id, time, host] = OWN_MESSAGE_ID.exec(messageId) ?? []
  if (!id || !time || host?.toLowerCase() !== domain.toLowerCase()) return undefined
  return { id: Number(id), createdAt: new Date(Number(time)) }
}

/** Returns the enhanced status code of an SMTP reply ("550 5.1.1 …"), else its three digits. */
export const statusIn = (reply: string): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? /^\d{3}/.exec(reply)?.[0] ?? ''

// No such mailbox or domain, or a closed mailbox. A full mailbox and a refusal of our content, server or sender address
// (5.1.7, 5.1.8) do not mean that the address is wrong.
const ADDRESS_FAILURE = /^(5\.1\.(?![78]$)\d+|5\.2\.1|5\.4\.4|55[013])$/

export const isAddressFailure = (status: string): boolean => ADDRESS_FAILURE.test(status)

export type Bounce = { id: number; createdAt: Date; status: string; reason: string }

// A report has one group of fields for the mail and one for each recipient. Our mails have one recipient.
const MOST_GROUPS = 100

/** Returns a function that finds the first header field with a lower-case name. */
const fieldsOf = async (block: string): Promise<(name: string) => string | undefined> => {
  const { headers } = await PostalMime.parse(block)
  return (name) => headers.find(({ key }) => key === name)?.value
}

const partsOf = async (message: string): Promise<Attachment[]> => {
  const { headers, attachments } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' })
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  return /^multipart\/report\b/i.test(type) ? attachments : []
}

/**
 * Returns the mail that a delivery status notification reports as permanently failed; undefined for any other message. The
 * recipient in it is not used: it may be the address to which the mail was forwarded, and anybody can forge a notification.
 */
export const readBounce = async (message: string, domain: string): Promise<Bounce | undefined> => {
  // The parser throws for a message with too many nested parts, which is ignored.
  const parts = await partsOf(message).catch(() => [])
  const report = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const original = parts.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/global)/.test(mimeType),
  )
  if (!report || !original) return undefined
  const [head = ''] = String(original.content).split(/\r?\n\r?\n/, 1)
  const own = readMessageId((await fieldsOf(head))('message-id') ?? '', domain)
  if (!own) return undefined
  const groups = String(report.content).split(/(?:\r?\n){2,}/, MOST_GROUPS)
  const failed = (await Promise.all(groups.map(fieldsOf))).find(
    (field) => field('action')?.toLowerCase() === 'failed' && field('status')?.startsWith('5.'),
  )
  if (!failed) return undefined
  const status = failed('status')?.split(/\s/)[0] ?? ''
  const reason = (failed('diagnostic-code') ?? status).replace(/\s+/g, ' ').slice(0, 500)
  return { ...own, status, reason }
}
