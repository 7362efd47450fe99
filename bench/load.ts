import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CLIENT = join(import.meta.dirname, 'client.ts')
const CONNECTIONS = 32

export type LoadResult = {
  perSecond: number
  requests: number
  p50: number
  p99: number
  errors: number
  /** How many of the errors are a 503, the answer of a busy server. */
  busy: number
}

/** Load for some seconds: every connection requests one path after the other, without pauses. Latencies in milliseconds. */
export const load = async (origin: string, paths: string[], seconds: number): Promise<LoadResult> => {
  const args = [CLIENT, origin, String(seconds), String(CONNECTIONS), ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 })
  const result = JSON.parse(stdout)
  return {
    perSecond: result.requests.total / result.duration,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
    busy: result.statusCodeStats?.['503']?.count ?? 0,
  }
}
