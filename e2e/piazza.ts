import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')
const PATIENCE_MS = 90_000

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A folder for one Piazza, gone when it closes. */
export const aFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'piazza-e2e-'))

/** A built Piazza on a port of its own; in an empty folder it makes its demo data, as a newcomer's does. */
export const openPiazza = async (dataDir: string) => {
  const port = await freePort()
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: '',
      DATABASE_URL: '',
      // Everybody in these journeys comes from one place.
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += chunk
  })
  server.stderr.on('data', (chunk) => {
    output += chunk
  })
  const origin = `http://localhost:${port}`
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGTERM')
      throw new Error(`Piazza did not open:\n${output}`)
    }
  }
  const close = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  return { origin, close }
}
