import { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { SiteSettings } from '#domain/association/settings.ts'
import { isAddressFailure, messageIdOf, statusIn } from '#server/talk/mail/bounces.ts'
import { LOGO_ID } from '#server/talk/mail/render.ts'
import type { MailRow } from '#server/talk/mail/store.ts'

export type Sender = (mail: MailRow) => Promise<void>
/** The server refuses this mail permanently; `address` if it refuses the recipient. */
export class Refused extends Error {
  readonly address: boolean

  constructor(message: string, { address }: { address: boolean }) {
    super(message)
    this.address = address
  }
}
/** The server sent nothing, not even its greeting, so the mail was not sent. */
export class Unreachable extends Error {}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** Limit for a whole attempt, also with a server that keeps sending single bytes. */
export const SEND_MS = 40_000
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

// A refused recipient or content is final. A refused sender and wrong credentials are retried: the operator can correct them.
const FINAL_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

const isFinal = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (command === 'MAIL FROM') return false
  return FINAL_CODES.has(code ?? '') && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

const isAddressRefused = (error: unknown): boolean => {
  const { command, response = '' } = error as { command?: string; response?: string }
  return command === 'RCPT TO' && isAddressFailure(statusIn(response))
}

// nodemailer reports every connection failure as CONN, even after the mail was sent.
const isUnreachable = (error: unknown, { bytesRead }: Socket): boolean =>
  (error as { command?: string }).command === 'CONN' && bytesRead === 0

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the sender of all mails: MAIL_FROM, or by default the association's name at the host of this site. */
export const senderOf = (
  from: string | undefined,
  { associationName, publicUrl }: Pick<SiteSettings, 'associationName' | 'publicUrl'>,
): string =>
  // Strips characters that could end the quoted display name.
  from ?? `"${associationName.replace(/["\\\r\n]/g, '')}" <piazza@${new URL(publicUrl).hostname}>`

type SmtpOptions = {
  url: string
  from: () => string
  publicUrl: string
  /** To which mails are returned; by default the sender. */
  returnTo?: string | undefined
  /** The association's logo as a PNG, sent with the mails that show it. */
  logo?: () => Promise<Buffer | undefined>
  silenceMs?: number
  sendMs?: number
}

/** Not left to nodemailer, whose parser of URLs is another than the one that checked the setting. */
const serverIn = (url: URL) => {
  const { hostname, port, protocol, username, password } = url
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    ...(port ? { port: Number(port) } : {}),
    ...(username ? { auth } : {}),
  }
}

const connectionOptions = (setting: string, silenceMs: number) => {
  const url = new URL(setting)
  const { username, hostname, protocol } = url
  const isLocal = LOOPBACK.test(hostname)
  return {
    ...serverIn(url),
    connectionTimeout: Math.min(CONNECT_MS, silenceMs),
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: CONNECT_MS,
    // A password is never sent unencrypted over a network.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLocal,
    // A relay on this machine usually has a self-signed certificate.
    tls: { rejectUnauthorized: !isLocal },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Uses a socket of our own, so that the attempt can be aborted: nodemailer has no timeout for a whole attempt. */
const withinDeadline = async (milliseconds: number, attempt: (socket: Socket) => Promise<unknown>): Promise<void> => {
  const socket = new Socket()
  const timer = setTimeout(() => socket.destroy(new Error(`not done within ${milliseconds} ms`)), milliseconds)
  try {
    await attempt(socket)
  } finally {
    clearTimeout(timer)
  }
}

/** Connects and signs in without sending anything. */
export const smtpProbe =
  (url: string, deadlineMs = CONNECT_MS) =>
  (): Promise<void> =>
    withinDeadline(deadlineMs, (socket) => createTransport({ ...connectionOptions(url, CONNECT_MS), socket }).verify())

/** Sends mails to an SMTP server, one connection each. The Message-ID is the same at every attempt. */
export const smtpSender = ({
  url,
  from,
  publicUrl,
  returnTo,
  logo = async () => undefined,
  silenceMs = SILENCE_MS,
  sendMs = SEND_MS,
}: SmtpOptions): Sender => {
  const domain = new URL(publicUrl).hostname
  const options = connectionOptions(url, silenceMs)
  const attachmentsOf = async ({ html }: MailRow) => {
    const content = html.includes(`"cid:${LOGO_ID}"`) ? await logo() : undefined
    return content ? [{ filename: 'logo.png', content, cid: LOGO_ID, contentDisposition: 'inline' as const }] : []
  }
  return (mail) =>
    withinDeadline(sendMs, async (socket) => {
      try {
        await createTransport({ ...options, socket }).sendMail({
          from: from(),
          to: { name: '', address: mail.recipient },
          ...(returnTo ? { envelope: { from: returnTo, to: [mail.recipient] } } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: await attachmentsOf(mail),
          date: mail.createdAt,
          messageId: messageIdOf(mail, domain),
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        })
      } catch (error) {
        if (isFinal(error)) throw new Refused(messageOf(error), { address: isAddressRefused(error) })
        if (isUnreachable(error, socket)) throw new Unreachable(messageOf(error))
        throw error
      }
    })
}
