import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { withTimeout } from '#server/platform/timeouts.ts'
import type { Envelope, Receive } from '#server/talk/inbound/receiving.ts'

// Reads the unseen mails of a mailbox, and waits for new ones with IDLE. A mail is marked as seen once it is stored.

const CONNECT_MS = 10_000
const SILENCE_MS = 60_000
/** Limit for one mail, also with a server that keeps sending single bytes. */
const MAIL_MS = 120_000
const COMMAND_MS = 30_000
const PROBE_MS = 10_000
/** How often the mailbox is searched although the server reports nothing. */
const SEARCH_MS = 45_000
/** Limit for one IDLE, which is ended after SEARCH_MS: a server may keep sending without completing it. */
const IDLE_MS = SEARCH_MS + COMMAND_MS
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const MEGABYTE = 1024 * 1024
const MOST_BYTES = 64 * MEGABYTE
/** A mail that cannot be read is left out for this long, then twice as long, so that the others arrive. */
const FIRST_DELAY_MS = 15_000
const LONGEST_DELAY_MS = 15 * 60_000
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Servers do not report the envelope. The header says to whom a mail was sent, and whether it has a sender. */
const UNKNOWN: Envelope = { recipients: [], hasSender: true }

type Parts = {
  url: URL
  receive: Receive
  report: (error: unknown, message: string) => void
  mailMs?: number
  idleMs?: number
}

class UnreadableMail extends Error {}

const optionsOf = ({ protocol, hostname, port, username, password }: URL): ImapFlowOptions => {
  const [secure, isLocal] = [protocol === 'imaps:', LOOPBACK.test(hostname)]
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password is never sent unencrypted over a network.
    ...(secure || isLocal ? {} : { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isLocal },
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxIdleTime: SEARCH_MS,
    maxLineLength: MEGABYTE,
    maxLiteralSize: MEGABYTE,
    maxResponseSize: 4 * MEGABYTE,
  }
}

const folderOf = ({ pathname }: URL): string => decodeURIComponent(pathname.slice(1)) || 'INBOX'

/** Runs work with an open mailbox. */
const withMailbox = async <T>(url: URL, work: (client: ImapFlow) => Promise<T>): Promise<T> => {
  const client = new ImapFlow(optionsOf(url))
  // Also emitted after the promise of a command was rejected.
  client.on('error', () => undefined)
  try {
    await withTimeout(COMMAND_MS, () => client.connect())
    await withTimeout(COMMAND_MS, () => client.mailboxOpen(folderOf(url)))
    return await work(client)
  } finally {
    client.close()
  }
}

export const makeImapReceiver = ({ url, receive, report, mailMs = MAIL_MS, idleMs = IDLE_MS }: Parts) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  const store = async (client: ImapFlow, uid: number): Promise<void> => {
    const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: MOST_BYTES })
    if (!content) throw new Error('the mail server does not hand out the mail')
    await receive(content, UNKNOWN)
  }

  /** By UID, of mails that could not be read. */
  const delayed = new Map<number, { until: number; delay: number }>()
  const isDelayed = (uid: number): boolean => (delayed.get(uid)?.until ?? 0) > performance.now()
  const putOff = (uid: number): void => {
    const delay = Math.min((delayed.get(uid)?.delay ?? FIRST_DELAY_MS / 2) * 2, LONGEST_DELAY_MS)
    delayed.set(uid, { until: performance.now() + delay, delay })
  }

  const readUnseen = async (client: ImapFlow): Promise<void> => {
    const uids = await withTimeout(COMMAND_MS, () => client.search({ seen: false }, { uid: true }))
    for (const uid of uids || []) {
      if (stopping.signal.aborted) return
      if (isDelayed(uid)) continue
      await withTimeout(mailMs, () => store(client, uid)).catch((cause) => {
        putOff(uid)
        // The rest of the mail may still be on its way in this connection.
        throw new UnreadableMail(`the mail ${uid} could not be read: ${cause.message}`, { cause })
      })
      delayed.delete(uid)
      await withTimeout(COMMAND_MS, () => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
    }
  }

  const readAsTheyArrive = (client: ImapFlow): Promise<void> => {
    let hasNews = true
    /** Any command ends the waiting. */
    const wake = () => {
      hasNews = true
      client.noop().catch(() => undefined)
    }
    const timer = setInterval(wake, SEARCH_MS)
    const closeOnStop = () => client.close()
    stopping.signal.addEventListener('abort', closeOnStop)
    client.on('exists', wake)
    const run = async () => {
      while (!stopping.signal.aborted) {
        while (hasNews) {
          hasNews = false
          await readUnseen(client)
        }
        if (!client.usable) throw new Error('the connection to the mailbox has ended')
        await withTimeout(idleMs, () => client.idle())
      }
    }
    return run().finally(() => {
      clearInterval(timer)
      stopping.signal.removeEventListener('abort', closeOnStop)
    })
  }

  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const began = performance.now()
      const error: unknown = await withMailbox(url, readAsTheyArrive).catch((reason) => reason)
      if (error && !stopping.signal.aborted) report(error, 'the mailbox of replies cannot be read')
      const wasOpen = performance.now() - began > LONGEST_PAUSE_MS && !(error instanceof UnreadableMail)
      pause = wasOpen ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
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
    },
  }
}

/** Returns how many mails are unread; throws unless the mailbox can be opened. */
export const probeImap = (url: URL): Promise<number> =>
  withTimeout(PROBE_MS, () =>
    withMailbox(url, async (client) => ((await client.search({ seen: false }, { uid: true })) || []).length),
  )
