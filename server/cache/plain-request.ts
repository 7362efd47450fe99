import { type Encoding, encodingFor } from '#server/cache/answer.ts'

const LONGEST = 4_096
const END = '\r\n\r\n'
const VERSION = ' HTTP/1.1'

// What asks for more than a page as everybody gets it, or for another way to speak: a body, a member's view, what has changed.
const SPECIAL = new Set([
  ...['authorization', 'connection', 'content-length', 'expect', 'if-none-match', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

/** The address that a whole and lonely GET asks for, and its headers unread; anything else is none. */
export const readPlain = (chunk: Buffer): { address: string; headers: string } | undefined => {
  if (chunk.length > LONGEST) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith('GET /') || text.indexOf(END) !== text.length - END.length) return undefined
  const line = text.indexOf('\r\n')
  const address = text.slice('GET '.length, line - VERSION.length)
  if (text.slice(line - VERSION.length, line) !== VERSION || address.includes(' ')) return undefined
  return { address, headers: text.slice(line + 2, -2) }
}

const LINE = /^([a-z0-9-]+):[ \t]*([\x20-\x7e]*)$/i
const STAYS = /^keep-alive$/i

/** How the answer is to be written; undefined when the headers ask for anything out of the ordinary. */
export const readPlainHeaders = (headers: string): Encoding | undefined => {
  let accepted: string | undefined
  let hosts = 0
  for (const each of headers.split('\r\n').slice(0, -1)) {
    const [, name = '', value = ''] = LINE.exec(each) ?? []
    const known = name.toLowerCase()
    const isOrdinary = known !== '' && (!SPECIAL.has(known) || (known === 'connection' && STAYS.test(value)))
    if (!isOrdinary) return undefined
    if (known === 'host') hosts++
    if (known === 'accept-encoding') accepted = value
  }
  return hosts === 1 ? encodingFor(accepted) : undefined
}
