import type { MailRow } from '#server/talk/mail/store.ts'

// Mails that come back as delivery status notifications (RFC 3464), and what their codes mean (RFC 3463).

/** The same at every attempt. The time of creation makes it hard to guess for anybody but the recipient. */
export const messageIdOf = ({ id, createdAt }: Pick<MailRow, 'id' | 'createdAt'>, domain: string): string =>
  `<${id}.${createdAt.getTime()}@${domain}>`

const OWN_MESSAGE_ID = /^<(\d{1,15})\.(\d{1,15})@([^<>\s]+)>$/

/** The enhanced status code of a reply ("550 5.1.1 …"), else its three digits. */
export const statusIn = (reply: string): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? /^\d{3}/.exec(reply)?.[0] ?? ''

// No such mailbox or domain, or a mailbox that is closed. A full mailbox and a refusal of our content, server or sender address
// (5.1.7, 5.1.8) are not the fault of the address.
const ADDRESS_FAILURE = /^(5\.1\.(?![78]$)\d+|5\.2\.1|5\.4\.4|55[013])$/

export const isAddressFailure = (status: string): boolean => ADDRESS_FAILURE.test(status)

export type Bounce = { id: number; createdAt: Date; status: string; reason: string }

/** Header lines by lower-case name; the first of each name counts. */
const fieldsOf = (block: string): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}

const boundaryOf = (contentType: string): string | undefined =>
  /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType)?.slice(1).find(Boolean)

const splitAtBlankLine = (text: string): [head: string, body: string] => {
  const match = /\r?\n\r?\n/.exec(text)
  return match ? [text.slice(0, match.index), text.slice(match.index + match[0].length)] : [text, '']
}

type Part = { type: string; body: string }

const partsOf = (message: string): Part[] => {
  const [head, body] = splitAtBlankLine(message)
  const contentType = fieldsOf(head).get('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (!/^multipart\/report\b/i.test(contentType) || !boundary) return []
  const parts = `\n${body}`.split(/\r?\n--/).filter((part) => part.startsWith(boundary))
  return parts.map((part) => {
    const [partHead, partBody] = splitAtBlankLine(part.slice(part.indexOf('\n') + 1))
    return { type: fieldsOf(partHead).get('content-type')?.toLowerCase() ?? '', body: partBody }
  })
}

/**
 * The mail that a delivery status notification reports as failed for good; undefined for any other message. The recipient it
 * names is not used: it may be the address that the mail was forwarded to, and anybody can write such a message.
 */
export const readBounce = (message: string, domain: string): Bounce | undefined => {
  const parts = partsOf(message)
  const report = parts.find(({ type }) => type.startsWith('message/delivery-status'))
  const original = parts.find(({ type }) => /^(message\/rfc822|text\/rfc822-headers|message\/global)/.test(type))
  if (!report || !original) return undefined
  const [, id, time, host] =
    OWN_MESSAGE_ID.exec(fieldsOf(splitAtBlankLine(original.body)[0]).get('message-id') ?? '') ?? []
  if (!id || !time || host?.toLowerCase() !== domain.toLowerCase()) return undefined
  const failed = report.body
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .find((fields) => fields.get('action')?.toLowerCase() === 'failed' && fields.get('status')?.startsWith('5.'))
  if (!failed) return undefined
  const status = failed.get('status')?.split(/\s/)[0] ?? ''
  const reason = (failed.get('diagnostic-code') ?? status).slice(0, 500)
  return { id: Number(id), createdAt: new Date(Number(time)), status, reason }
}
