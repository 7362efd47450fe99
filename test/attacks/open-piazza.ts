import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { apiCaller } from '#test/fixtures.ts'
import { startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** A server process with embedded database and chain in the given data folder. */
export const openPiazza = async (dataDir: string, env: Record<string, string>) => {
  const server = await startProgram([MAIN], {
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    QUIET_HOURS: 'off',
    DATA_DIR: dataDir,
    ...env,
  })
  const close = () => server.end()
  onTestFinished(close)
  const call = apiCaller(server.origin)
  const ask = (method: string, path: string, token?: string, body?: object) =>
    call(method, path, { ...(token ? { token } : {}), ...(body ? { body } : {}) })
  const signIn = async (credentials: { email: string; password: string }) =>
    (await ask('POST', '/api/users/signin', undefined, credentials)).body as { _id: string; token: string }
  return { call, ask, signIn, close, isRunning: server.isRunning }
}
