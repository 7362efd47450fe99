import { createTransport } from 'nodemailer'
import type { MailRow } from '#server/mail/store.ts'

export type Sender = (mail: MailRow) => Promise<void>
/** A mail that this server will never take, however often it is offered. */
export class Refused extends Error {}
/** Nobody answered: no mail has been offered to anyone. */
export class Unreachable extends Error {}

// A peer that does not answer must not hold the others' mails for long.
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

// Wrong credentials are ours to mend; a refused sender, recipient or content is final.
const FINAL_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

const isFinal = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return FINAL_CODES.has(code ?? '') && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

const isUnreachable = (error: unknown): boolean => {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  return command === 'CONN' && responseCode === undefined
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export type SmtpOptions = { url: string; from: string; publicUrl: string; silenceMs?: number }

/** Hands mails to an SMTP server, one connection each, with a Message-ID that stays the same however often it is tried. */
export const smtpSender = ({ url, from, publicUrl, silenceMs = SILENCE_MS }: SmtpOptions): Sender => {
  const { username, hostname, protocol } = new URL(url)
  const domain = new URL(publicUrl).hostname
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(CONNECT_MS, silenceMs),
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: CONNECT_MS,
    // A password crosses the network encrypted or not at all.
    requireTLS: protocol === 'smtp:' && username !== '' && !LOOPBACK.test(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: mail.createdAt,
        messageId: `<${mail.id}.${mail.createdAt.getTime()}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      })
    } catch (error) {
      if (isFinal(error)) throw new Refused(wordsOf(error))
      if (isUnreachable(error)) throw new Unreachable(wordsOf(error))
      throw error
    }
  }
}
