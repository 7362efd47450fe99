import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

// What the rest of the world reads in the DNS, past /etc/hosts of this machine.

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])
const LOOPBACK = /^(127\.|::1$)/
const SENDS_NOTHING = /^v=spf1\s+-all\s*$/i

/** Nothing where the name or the record does not exist; rejects if the DNS does not answer. */
const unlessAbsent = async <Found>(asked: Promise<Found[]>, name: string): Promise<Found[]> =>
  asked.catch((error: NodeJS.ErrnoException) => {
    if (ABSENT.has(error.code ?? '')) return []
    throw new Error(`il DNS non risponde su ${name} (${error.code})`)
  })

const findText = async (dns: Resolver, name: string, start: RegExp): Promise<string | undefined> => {
  const found = await unlessAbsent(dns.resolveTxt(name), name)
  return found.map((parts) => parts.join('')).find((text) => start.test(text))
}

/** The addresses of the site; rejects if there are none, or if they lead a visitor to his own machine. */
export const siteAddresses = async (dns: Resolver, hostname: string): Promise<string[]> => {
  if (isIP(hostname)) return [hostname]
  const found = await Promise.all([
    unlessAbsent(dns.resolve4(hostname), hostname),
    unlessAbsent(dns.resolve6(hostname), hostname),
  ])
  const addresses = found.flat()
  if (addresses.length === 0) throw new Error(`${hostname} non è nel DNS`)
  const own = addresses.find((address) => LOOPBACK.test(address))
  if (own) throw new Error(`nel DNS ${hostname} è ${own}, che per chi visita è il suo stesso computer`)
  return addresses
}

/** The domain and those above it, without the top level: a DMARC record of an association's domain holds for those below. */
const withParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

const hasDmarc = async (dns: Resolver, domain: string): Promise<boolean> => {
  for (const name of withParents(domain)) if (await findText(dns, `_dmarc.${name}`, /^v=DMARC1/i)) return true
  return false
}

/** What is wrong with the records of the domain of the envelope (SPF) and of the sender (DMARC); empty if nothing is. */
export const senderProblem = async (
  dns: Resolver,
  { envelope, sender }: { envelope: string; sender: string },
): Promise<string> => {
  const spf = await findText(dns, envelope, /^v=spf1(\s|$)/i)
  if (spf && SENDS_NOTHING.test(spf)) return `la SPF di ${envelope} dice che da lì non parte posta (${spf})`
  const missing = [
    ...(spf ? [] : [`SPF su ${envelope}`]),
    ...((await hasDmarc(dns, sender)) ? [] : [`DMARC su ${sender}`]),
  ]
  return missing.length > 0 ? `nel DNS manca ${missing.join(' e ')}: la posta può finire nello spam` : ''
}

/** Rejects if there is no DKIM key with the selector, or if it was revoked. */
export const checkDkimKey = async (dns: Resolver, selector: string, domain: string): Promise<string> => {
  const name = `${selector}._domainkey.${domain}`
  const key = await findText(dns, name, /(^|;)\s*p=/i)
  if (!key) throw new Error(`nel DNS non c’è nessuna chiave in ${name}`)
  if (/(^|;)\s*p=\s*(;|$)/i.test(key)) throw new Error(`la chiave in ${name} è revocata (p= è vuoto)`)
  return name
}
