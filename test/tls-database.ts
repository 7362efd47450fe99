import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { inject, onTestFinished } from 'vitest'

// The code of the SSLRequest message of PostgreSQL clients.
const SSL_REQUEST = 80_877_103

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A key and a self-signed certificate for this machine. */
export const aCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-days', '2'], { stdio: 'ignore' })
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return certificate
}

/** A proxy to the test database that accepts or refuses TLS; closed when the test ends. */
export const aTlsProxy = async (kind: 'tls' | 'plain') => {
  const { host, port: databasePort } = inject('databaseAddress')
  const certificate = kind === 'tls' ? aCertificate() : undefined
  const open = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const database = connect(`${host}/.s.PGSQL.${databasePort}`)
    for (const socket of [client, database]) socket.on('error', () => undefined)
    open.add(client)
    if (isHanging) return
    client.once('data', (first: Buffer) => {
      if (first.readInt32BE(4) === SSL_REQUEST) client.write(certificate ? 'S' : 'N')
      else database.write(first)
      const stream = certificate ? new TLSSocket(client, { isServer: true, ...certificate }) : client
      stream.on('error', () => undefined)
      stream.on('close', () => database.destroy())
      database.on('close', () => client.destroy())
      stream.on('data', (chunk) => isHanging || database.write(chunk))
      database.on('data', (chunk) => isHanging || stream.write(chunk))
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
    /** Drops all data in both directions; it is not sent again after `resume`. */
    hang() {
      isHanging = true
    },
    resume() {
      isHanging = false
    },
  }
}
