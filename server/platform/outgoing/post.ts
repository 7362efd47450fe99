import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PLAIN_HOST } from '#domain/base/urls.ts'
import { isPublicAddress } from '#server/platform/outgoing/addresses.ts'
import { withTimeout } from '#server/platform/timeouts.ts'

type Address = { address: string; family: number }
type Message = { headers: OutgoingHttpHeaders; body: Buffer; deadlineMs: number }
/** How host names are resolved and which addresses may be called; other than the default only in tests. */
type Network = { resolve?: (host: string) => Promise<Address[]>; mayCall?: (address: string) => boolean; ca?: string }

/** Sends a POST to a URL that a member has given; returns the status of the response. */
export type Post = (url: string, message: Message) => Promise<number>

const resolveHost = (host: string): Promise<Address[]> => lookup(host, { all: true })

const answerWith =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }

/**
 * The deadline is for the whole request, the resolution included. The body of the response is not read, redirects are not
 * followed, and only the resolved addresses that were checked are called.
 */
export const makePost = ({ resolve = resolveHost, mayCall = isPublicAddress, ca }: Network = {}): Post => {
  return (text, { headers, body, deadlineMs }) =>
    withTimeout(deadlineMs, async (signal) => {
      const url = new URL(text)
      if (url.protocol !== 'https:' || !PLAIN_HOST.test(url.hostname)) throw new Error(`not a URL to call: ${url.host}`)
      const addresses = await resolve(url.hostname)
      const refused = addresses.find(({ address }) => !mayCall(address))
      if (refused || addresses.length === 0) throw new Error(`${url.hostname} is not on the public internet`)
      signal.throwIfAborted()
      const sent = request(url, {
        method: 'POST',
        headers,
        agent: false,
        lookup: answerWith(addresses),
        signal,
        ...(ca === undefined ? {} : { ca }),
      })
      try {
        sent.end(body)
        const [response] = await once(sent, 'response')
        response.on('error', () => undefined)
        return response.statusCode
      } finally {
        sent.on('error', () => undefined)
        sent.destroy()
      }
    })
}
