import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { inject, onTestFinished } from 'vitest'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A key and a certificate for this machine that nobody else vouches for. */
const aCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-days', '2'], { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return pair
}

/** The run's database behind a door of its own, where it speaks TLS (or says that it does not); gone when the test ends. */
export const aSecureDoor = async (speaks: 'tls' | 'plain') => {
  const { host, port: number } = inject('databaseAddress')
  const pair = speaks === 'tls' ? aCertificate() : undefined
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${number}`)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    open.add(near)
    near.once('data', () => {
      near.write(pair ? 'S' : 'N')
      const inside = pair ? new TLSSocket(near, { isServer: true, ...pair }) : near
      inside.on('error', () => undefined)
      inside.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
      inside.pipe(far)
      far.pipe(inside)
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
  return { port: typeof address === 'object' && address ? address.port : 0, cut }
}
