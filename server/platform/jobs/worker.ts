import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type Task, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Database } from '#server/platform/db/pool.ts'
import { type JobName, jobs, type Tasks } from '#server/platform/jobs/jobs.ts'
import { keepSchedule } from '#server/platform/jobs/keep-schedule.ts'
import { hasLockedJobs, holdWorkerLock, unlockJobsOfDeadWorkers } from '#server/platform/jobs/locks.ts'
import { nextRun } from '#server/platform/jobs/queue-state.ts'
import type { ScheduledJob } from '#server/platform/jobs/schedule-store.ts'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import { withTimeout } from '#server/platform/timeouts.ts'

export type Worker = { start(): void; stop(): Promise<void> }

/** Called after each run of a job. */
export type NoteRun = (name: string, succeeded: boolean) => void

type Options = {
  db: Database
  tasks: Tasks
  /** Jobs to add at certain times. */
  scheduled?: readonly ScheduledJob[]
  /** Names of jobs without payload to add at every start. */
  atStart?: JobName[]
  concurrency: number
  /** A task that takes longer fails, and its slot is free. */
  deadlineMs?: number
  /** Names of jobs to leave in the queue for now. */
  paused?: () => JobName[]
  noteRun?: NoteRun
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>
  /** Logs an error of the database after which the worker starts again. */
  logRestart?: (error: unknown) => void
}

/** For all workers of a process, which meet the same outage: it is logged once a minute. */
export const restartLog = (log: Options['log']): ((error: unknown) => void) =>
  oncePerMinute((error) => log.warn({ err: error }, 'the job worker starts again after an error of the database'))

// Rarely, because graphile-worker listens for new jobs and the heartbeat finds delayed jobs that are due.
const POLL_MS = 5 * 60_000
const RECHECK_MS = 1_000
// One connection listens for new jobs, the other fetches and completes them; tasks use the server's own pool.
const CONNECTIONS = 2
const UNLOCK_MS = 10_000
const STOP_MS = 8_000
const DEADLINE_MS = 10 * 60_000
// Less than a minute, the shortest period of a scheduled job.
const SCHEDULE_MS = 20_000
const SETTLE_MS = 300
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2_000

/**
 * Runs jobs from the database with graphile-worker. After a database error graphile-worker can stop permanently or back off for
 * minutes, so it is restarted as soon as it reports one.
 */
export const makeWorker = (options: Options): Worker => {
  const {
    db,
    tasks,
    scheduled = [],
    atStart = [],
    concurrency,
    deadlineMs = DEADLINE_MS,
    paused,
    noteRun,
    log,
    logRestart = restartLog(log),
  } = options
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  const runs = new Set<Promise<unknown>>()
  let working: Promise<void> | undefined

  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      async (payload, { abortSignal }) => {
        try {
          await withTimeout(
            deadlineMs,
            (late) => task(payload as never, abortSignal ? AbortSignal.any([abortSignal, late]) : late),
            () => new Error(`the job ${name} was not done after ${deadlineMs / 1_000} s`),
          )
        } catch (error) {
          noteRun?.(name, false)
          throw error
        }
        noteRun?.(name, true)
      },
    ]),
  )
  const logger = new Logger(
    () =>
      (level, message, { error }) =>
        level === 'error' ? log.warn({ err: error }, message) : log.debug(message),
  )

  const pauseUntilStopping = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** Runs jobs until the worker stops (returns undefined) or a database error occurs (returns it). */
  const runUntilError = async (): Promise<unknown> => {
    const failure = Promise.withResolvers<unknown>()
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // After graphile-worker's own statement on this connection has completed.
      client.once('drain', () => holdWorkerLock(client, workerPool.id).catch(failure.resolve))
    })
    let workerPool: WorkerPool | undefined
    events.on('pool:create', (created) => {
      workerPool = created.workerPool
    })
    for (const event of ['pool:listen:error', 'worker:getJob:error', 'pool:fatalError'] as const)
      events.on(event, ({ error }) => failure.resolve(error))
    await unlockJobsOfDeadWorkers(db)
    const pool = db.openPool(CONNECTIONS)
    const runner = await run({
      pgPool: pool,
      taskList,
      // Otherwise it looks for a file of that name; scheduled jobs are added by schedule-store.ts.
      parsedCronItems: [],
      concurrency,
      forbiddenFlags: () => paused?.() ?? null,
      pollInterval: POLL_MS,
      events,
      logger,
      noHandleSignals: true,
      // Aborts the signal of running tasks as soon as the worker stops.
      gracefulShutdownAbortTimeout: 0,
      // Enables batches: without them graphile-worker does not handle errors of these two statements, and the process would end.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }).catch(async (error) => {
      await pool.end()
      throw error
    })
    let isAnyLocked = false
    const timer = setInterval(() => {
      if (isAnyLocked) unlockJobsOfDeadWorkers(db).catch(failure.resolve)
    }, UNLOCK_MS)
    const schedule = () => keepSchedule(db, scheduled).catch(failure.resolve)
    const scheduleTimer = scheduled.length > 0 ? setInterval(schedule, SCHEDULE_MS) : undefined
    if (scheduleTimer) void schedule()
    const onNextRun = (milliseconds: unknown) => {
      if (milliseconds === null) return
      const isDue = Number(milliseconds) <= 0
      if (isDue) workerPool?.nudge(concurrency)
      // Checked again soon, because a due job may be paused, or all workers busy.
      db.heartbeat.within(isDue ? RECHECK_MS : Number(milliseconds))
    }
    const onLocked = (isLocked: unknown) => {
      isAnyLocked = isLocked === true
    }
    const subscriptions = [
      db.heartbeat.ask({ expression: () => nextRun(Object.keys(tasks)), onAnswer: onNextRun }),
      db.heartbeat.ask({ expression: () => hasLockedJobs, onAnswer: onLocked }),
    ]
    const error = await Promise.race([failure.promise, runner.promise, stopped.then(() => undefined)])
    clearInterval(timer)
    clearInterval(scheduleTimer)
    for (const unsubscribe of subscriptions) unsubscribe()
    // Waits until pending statements have failed, because graphile-worker prints errors that occur while it stops.
    await pauseUntilStopping(SETTLE_MS)
    const ended = runner
      .stop()
      .catch(() => runner.promise)
      .then(() => pool.end())
      .catch((cause) => log.warn({ err: cause }, 'a job worker did not stop cleanly'))
      .finally(() => runs.delete(ended))
    runs.add(ended)
    return error
  }

  const work = async () => {
    for (const name of atStart)
      await jobs.add(db, name, {}).catch((error) => log.warn({ err: error }, `job ${name} could not be added`))
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const began = performance.now()
      const error = await runUntilError().catch((cause: unknown) => cause)
      if (stopping.signal.aborted) return
      logRestart(error)
      pause = performance.now() - began > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      await pauseUntilStopping(pause)
    }
  }

  return {
    start() {
      working ??= work()
    },
    /** Waits for running tasks, at most STOP_MS: an interrupted job runs again after the next start. */
    async stop() {
      stopping.abort()
      await working
      await Promise.race([Promise.all(runs), sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}
