import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '#bench/process.ts'
import { caller } from '#test/fixtures.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const PATIENCE_MS = 60_000

/** Piazza over a data folder, with everything embedded, until it is closed or the test ends. */
export const openPiazza = async (dataDir: string, env: Record<string, string>) => {
  const port = await freePort()
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_ENV: 'development', RATE_LIMITS: 'off', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const close = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }
  onTestFinished(close)
  const call = caller(`http://127.0.0.1:${port}`)
  const isReady = () =>
    call('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  for (const deadline = Date.now() + PATIENCE_MS; !(await isReady()); await sleep(50)) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('Piazza did not open')
  }
  const ask = (method: string, path: string, token?: string, body?: object) =>
    call(method, path, { ...(token ? { token } : {}), ...(body ? { body } : {}) })
  const signIn = async (credentials: { email: string; password: string }) =>
    (await ask('POST', '/api/users/signin', undefined, credentials)).body as { _id: string; token: string }
  return { ask, signIn, close }
}
