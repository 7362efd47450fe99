import { Counter, Gauge, type Registry } from 'prom-client'
import type { NoteRun } from '#server/platform/jobs/worker.ts'

/** Counts the jobs that this process has run. */
export const measureJobs = (registry: Registry): NoteRun => {
  const registers = [registry]
  const runs = new Counter({
    name: 'piazza_job_runs_total',
    help: 'Jobs run by this process',
    labelNames: ['task', 'outcome'],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'piazza_job_last_success_timestamp_seconds',
    help: 'When this process last completed a job of this name',
    labelNames: ['task'],
    registers,
  })
  return (task, succeeded) => {
    runs.inc({ task, outcome: succeeded ? 'success' : 'failure' })
    if (succeeded) lastSuccess.setToCurrentTime({ task })
  }
}
