import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))
const CONNECTIONS = 32

export type Load = { perSecond: number; requests: number; p50: number; p99: number; errors: number }

/** Asks for one address as fast as it answers, from a process of its own. */
export const load = async (url: string, seconds: number): Promise<Load> => {
  const args = [AUTOCANNON, '-c', String(CONNECTIONS), '-d', String(seconds), '--json', '-n', url]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 })
  const result = JSON.parse(stdout)
  return {
    perSecond: result.requests.total / result.duration,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  }
}
