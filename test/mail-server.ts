import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type ReceivedMail = { to: string; raw: string; messageId: string; isEncrypted: boolean }
type SmtpRejection = undefined | { code: number; message: string }

export type ServerBehaviour = {
  /** The response to the sender; undefined accepts it. */
  toSender?: () => SmtpRejection
  /** The response to a recipient; undefined accepts it. */
  toRecipient?: (address: string) => SmtpRejection
  /** Awaited after a mail was received, before the server accepts or rejects it. */
  afterData?: (mail: ReceivedMail) => Promise<SmtpRejection>
  /** Called on connect, so that a test can delay or refuse connections. */
  onConnect?: () => Promise<SmtpRejection>
  /** Offers STARTTLS with a certificate that it signed itself. */
  hasTls?: boolean
}

const toError = (rejection: SmtpRejection) =>
  rejection ? Object.assign(new Error(rejection.message), { responseCode: rejection.code }) : undefined

/** An SMTP server on a free port with the given behaviour; stopped when the test ends. */
export const aMailServer = async (behaviour: ServerBehaviour = {}) => {
  const arrived: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: behaviour.hasTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onConnect: async (_session, answer) => answer(toError(await behaviour.onConnect?.())),
    onMailFrom: (_address, _session, answer) => answer(toError(behaviour.toSender?.())),
    onRcptTo: ({ address }, _session, answer) => answer(toError(behaviour.toRecipient?.(address))),
    onData: async (stream, session, answer) => {
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return
      const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? ''
      const mail = { to: session.envelope.rcptTo[0]?.address ?? '', raw, messageId, isEncrypted: session.secure }
      const rejection = await behaviour.afterData?.(mail)
      if (!rejection) arrived.push(mail)
      answer(toError(rejection))
    },
  })
  // Clients may be killed during a transfer.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { url: `smtp://127.0.0.1:${port}`, port, arrived, close, hangUpAll: () => hangUpAll(server) }
}

const hangUpAll = (server: SMTPServer): void => {
  for (const connection of server.connections) connection.close()
}
