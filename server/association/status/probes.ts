import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { BaseError } from 'viem'
import { BACKUP_DAYS, STATUS_PARTS, type StatusPart } from '#domain/association/status.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { QueueState } from '#server/platform/jobs/queue-state.ts'
import { withTimeout } from '#server/platform/timeouts.ts'

const PROBE_MS = 10_000
const MAX_ERROR = 300

type Parts = {
  pingDatabase: () => Promise<unknown>
  pingChain: () => Promise<unknown>
  /** Undefined without an SMTP server. */
  pingMailServer: (() => Promise<unknown>) | undefined
  /** Undefined where no mails come in. */
  pingMailIn: (() => Promise<unknown>) | undefined
  storage: Pick<Storage, 'put' | 'remove'>
  readQueue: () => Promise<QueueState>
  /** A folder on the disk to check. */
  folder: string
  /** When the last backup was made; before the first, when the database was prepared. */
  lastProtected: () => Promise<Date | null>
  now: () => Date
}

export type Disk = { free: number; size: number }
export const readDisk = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const GIGABYTE = 1_000_000_000
/** Less than this, or than a twentieth, is too little: a full disk stops the embedded database. */
const LEAST_FREE = GIGABYTE / 2
export type Probes = ReturnType<typeof makeProbes>

// viem's message contains the URL of the node, which may include an API key.
const reasonOf = (cause: unknown): string => {
  if (cause instanceof BaseError) return cause.details || cause.shortMessage
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string' ? cause : ''
}

const messageOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  const reason = reasonOf(cause)
  return (reason ? `${message} (${reason})` : message).slice(0, MAX_ERROR)
}

/** Returns the problem of the job queue; empty if there is none. */
export const queueProblem = ({ isLate, clockIsBehind, waiting, failing }: QueueState): string => {
  if (clockIsBehind) return 'L’orologio del database è indietro rispetto a prima.'
  if (isLate)
    return waiting > 0 ? `Lavori in attesa: ${waiting}. Nessuno li svolge.` : 'Nessuno avvia i lavori di ogni minuto.'
  const [first] = failing
  return first ? `${first.name} non riesce: ${first.error}` : ''
}

/** Checks whether each part works. */
export const makeProbes = (parts: Parts) => {
  const { pingDatabase, pingChain, pingMailServer, pingMailIn, storage, readQueue, folder, lastProtected, now } = parts
  const pingStorage = async () => {
    const name = `status-${randomUUID()}`
    await storage.put(name, Buffer.from('status'))
    await storage.remove(name)
  }
  const pingJobs = async () => {
    const problem = queueProblem(await readQueue())
    if (problem) throw new Error(problem)
  }
  const checkDisk = async () => {
    const { free, size } = await readDisk(folder)
    if (free < LEAST_FREE || free < size / 20)
      throw new Error(`Restano ${(free / GIGABYTE).toFixed(1).replace('.', ',')} GB liberi.`)
  }
  const checkBackup = async () => {
    const since = await lastProtected()
    if (since && now().getTime() - since.getTime() > BACKUP_DAYS * DAY_MS)
      throw new Error(`Nessuna copia da più di ${BACKUP_DAYS} giorni.`)
  }
  const PINGS: Record<StatusPart, () => Promise<unknown>> = {
    database: pingDatabase,
    chain: pingChain,
    mail: pingMailServer ?? (async () => undefined),
    inbox: pingMailIn ?? (async () => undefined),
    storage: pingStorage,
    jobs: pingJobs,
    disk: checkDisk,
    backup: checkBackup,
  }
  const errorOf = (part: StatusPart, timeoutMs: number): Promise<string> =>
    withTimeout(timeoutMs, PINGS[part], () => new Error('Non risponde.')).then(() => '', messageOf)

  /** Returns the error of each part; empty if it works. */
  const errorsWithin = async (timeoutMs: number): Promise<ReadonlyMap<StatusPart, string>> =>
    new Map(await Promise.all(STATUS_PARTS.map(async (part) => [part, await errorOf(part, timeoutMs)] as const)))

  let latest: ReadonlyMap<StatusPart, string> | undefined

  return {
    hasMailServer: pingMailServer !== undefined,
    hasMailIn: pingMailIn !== undefined,
    errorsWithin,
    /** Checks all parts and stores the result for `latest`. */
    async check(): Promise<ReadonlyMap<StatusPart, string>> {
      latest = await errorsWithin(PROBE_MS)
      return latest
    },
    /** Returns the result of the last check; undefined before the first. */
    latest: () => latest,
  }
}
