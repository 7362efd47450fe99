import { randomUUID } from 'node:crypto'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { escapeHtml } from '#server/talk/mail/render.ts'
import type { MailRow } from '#server/talk/mail/store.ts'

// Answers a mail of the local mailbox as a mail program does: above the quoted mail.

type Reply = { from: string; text: string }

/** The form below a mail; empty if the mail cannot be answered. */
export const replyFields = ({ id, recipient, headers }: MailRow): string =>
  headers['Reply-To']
    ? `<h2>Rispondi</h2><form method="post" action="/posta/${id}"><p><label>Da <input type="email" name="from" required value="${escapeHtml(recipient)}"></label></p>` +
      '<p><label>Testo<br><textarea name="text" rows="6" cols="60" required></textarea></label></p><p><button>Invia la risposta</button></p></form>'
    : ''

export const readReply = (body: unknown): Reply => {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '')
  const [from, text] = [(fields.get('from') ?? '').trim(), fields.get('text') ?? '']
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(from) || text.trim() === '') throw new AppError('malformed', MESSAGES.malformed)
  return { from, text }
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

export const writeReply = (mail: MailRow, { from, text }: Reply): Buffer => {
  const quoted = mail.text.trimEnd().replace(/^/gm, '> ')
  const sentAt = `${formatDate(mail.createdAt)} alle ${formatTime(mail.createdAt)}`
  const body = `${text}\n\nIl giorno ${sentAt} Piazza <piazza@esempio.test> ha scritto:\n\n${quoted}\n`
  const header = [
    `From: <${from}>`,
    `To: <${mail.headers['Reply-To'] ?? ''}>`,
    `Subject: ${encoded(`Re: ${mail.subject}`)}`,
    `Message-ID: <${randomUUID()}@esempio.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ].join('\r\n')
  return Buffer.from(`${header}\r\n\r\n${Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)
}
