import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { inject, onTestFinished } from 'vitest'

// The code of the message with which a client asks for TLS.
const SSL_REQUEST = 80_877_103

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A key and a self-signed certificate for this machine. */
const aCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-days', '2'], { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return pair
}

/** A proxy before the test database that speaks TLS (or answers that it does not); closed when the test ends. */
export const aTlsProxy = async (kind: 'tls' | 'plain') => {
  const { host, port: number } = inject('databaseAddress')
  const pair = kind === 'tls' ? aCertificate() : undefined
  const open = new Set<Socket>()
  let isHanging = false
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${number}`)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    open.add(near)
    if (isHanging) return
    near.once('data', (first: Buffer) => {
      if (first.readInt32BE(4) === SSL_REQUEST) near.write(pair ? 'S' : 'N')
      else far.write(first)
      const inside = pair ? new TLSSocket(near, { isServer: true, ...pair }) : near
      inside.on('error', () => undefined)
      inside.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
      inside.on('data', (chunk) => isHanging || far.write(chunk))
      far.on('data', (chunk) => isHanging || inside.write(chunk))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
    open.clear()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    /** Swallows everything sent either way; what is lost stays lost. */
    hang() {
      isHanging = true
    },
    resume() {
      isHanging = false
    },
  }
}
