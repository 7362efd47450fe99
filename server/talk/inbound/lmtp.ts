import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { withTimeout } from '#server/platform/timeouts.ts'
import { lmtpTarget } from '#server/talk/inbound/mail-in-url.ts'
import type { Envelope, Receive } from '#server/talk/inbound/receiving.ts'

// A local mail server delivers here over LMTP (RFC 2033), on a socket in the file system or on a loopback port.

const SILENCE_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const CONNECTIONS = 20
const CLOSE_MS = 2_000
const PROBE_MS = 5_000
// The group of the socket decides who may deliver; the folder's owner sets it.
const SOCKET_MODE = 0o660

type Parts = {
  url: URL
  receive: Receive
  report: (error: unknown, message: string) => void
}

const envelopeOf = ({ envelope: { mailFrom, rcptTo } }: SMTPServerSession): Envelope => ({
  recipients: rcptTo.map(({ address }) => address),
  hasSender: mailFrom !== false && mailFrom.address !== '',
})

/** Accepts a mail once it is stored. After an error the mail server keeps it and delivers it again. */
export const makeLmtpReceiver = ({ url, receive, report }: Parts) => {
  const stopping = new AbortController()
  let server: SMTPServer | undefined
  let running: Promise<void> | undefined

  const onData = (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: (error?: Error | null) => void,
  ): void => {
    receive(stream, envelopeOf(session)).then(
      () => answer(),
      (error) => {
        report(error, 'a mail could not be stored; the mail server delivers it again')
        stream.resume()
        answer(Object.assign(new Error('try again later'), { responseCode: 451 }))
      },
    )
  }

  const listen = async (): Promise<void> => {
    const target = lmtpTarget(url)
    // Left behind by a process that was killed.
    if ('path' in target) await rm(target.path, { force: true })
    server = new SMTPServer({
      lmtp: true,
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      maxClients: CONNECTIONS,
      socketTimeout: SILENCE_MS,
      closeTimeout: CLOSE_MS,
      logger: false,
      onData,
    })
    server.on('error', (error) => report(error, 'the LMTP server failed'))
    const listener = 'path' in target ? server.listen(target.path) : server.listen(target.port, target.host)
    await once(listener, 'listening')
    if ('path' in target) await chmod(target.path, SOCKET_MODE)
  }

  const close = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))

  /** Until it listens: the folder of the socket may come later, and the port be free again. */
  const run = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await listen()
      } catch (error) {
        report(error, 'mails cannot be received')
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    start(): void {
      running ??= run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
      await close()
    },
  }
}

/** Throws unless an LMTP server answers. */
export const probeLmtp = async (url: URL): Promise<void> => {
  const socket = createConnection(lmtpTarget(url))
  try {
    const [greeting] = await withTimeout(
      PROBE_MS,
      () => once(socket, 'data'),
      () => new Error('Non risponde.'),
    )
    if (!String(greeting).startsWith('220')) throw new Error(String(greeting).trim().slice(0, 200))
  } finally {
    socket.destroy()
  }
}
