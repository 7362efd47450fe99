import { isIP, Socket } from 'node:net'
import { connect } from 'node:tls'

// The driver would put TLS on a line by itself, and forget our care for it: a line that breaks afterwards takes the process
// down. So it gets lines that are secure already, and is told that they are plain.

const PATIENCE_MS = 1_500
// What PostgreSQL is asked whether it speaks TLS, and how it says yes.
const QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 'S'

/** With TLS if there is any, with TLS, or with TLS and a certificate that somebody vouches for. */
export type Security = { kind: 'preferred' | 'required' | 'verified'; asksFirst: boolean }

const KINDS: Record<string, Security['kind']> = { prefer: 'preferred', require: 'required', allow: 'required' }
const OFF = new Set(['', 'disable', 'false'])

/** What an address says of TLS, in the driver's words; nothing where the line may be plain. */
export const securityOf = (address: string, env: NodeJS.ProcessEnv = process.env): Security | undefined => {
  const asked = new URLSearchParams(address.split('?')[1])
  const mode = asked.get('sslmode') ?? asked.get('ssl') ?? env.PGSSL ?? ''
  const word = asked.get('sslrootcert') === 'system' ? 'verify-full' : mode
  if (OFF.has(word)) return undefined
  const negotiation = asked.get('sslnegotiation') ?? env.PGSSLNEGOTIATION
  return { kind: KINDS[word] ?? 'verified', asksFirst: negotiation !== 'direct' }
}

const insecure = (why: string): Error => Object.assign(new Error(why), { code: 'CONNECTION_INSECURE' })

/** The line with TLS on it; one that fails the driver at once where that cannot be. */
export const secured = async (line: Socket, host: string, { kind, asksFirst }: Security): Promise<Socket> => {
  const timer = setTimeout(() => line.destroy(hungUp('ETIMEDOUT')), PATIENCE_MS)
  try {
    if (asksFirst) {
      line.write(QUESTION)
      const answer = String(await next<Buffer>(line, 'data'))
      if (answer === 'N' && kind === 'preferred') return line
      // More than a yes would be words of somebody else's, said before the line was secret.
      if (answer !== YES) throw insecure('the database does not speak TLS')
    }
    const servername = isIP(host) ? {} : { servername: host }
    const manners = asksFirst ? {} : { ALPNProtocols: ['postgresql'] }
    const secret = connect({ socket: line, rejectUnauthorized: kind === 'verified', ...servername, ...manners })
    await next(secret, 'secureConnect')
    return secret
  } catch (error) {
    line.destroy()
    return broken(error as NodeJS.ErrnoException)
  } finally {
    clearTimeout(timer)
  }
}

const hungUp = (code: string): Error => Object.assign(new Error('the database hung up'), { code })

const next = <T>(line: Socket, event: 'data' | 'secureConnect'): Promise<T> =>
  new Promise((resolve, reject) => {
    line.once(event, resolve).once('error', reject)
    line.once('close', () => reject(hungUp('ECONNRESET')))
  })

const NETWORK = /^E[A-Z]+$/

const broken = (error: NodeJS.ErrnoException): Socket => {
  const line = new Socket()
  const known = NETWORK.test(error.code ?? '') || error.code === 'CONNECTION_INSECURE'
  setImmediate(() => line.destroy(known ? error : insecure(error.message)))
  return line
}
