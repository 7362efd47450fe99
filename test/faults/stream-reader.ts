import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

const RETRY_MS = 100

/** Reads a member's event stream and resumes it whenever it breaks, as the browser does; many fit into one process. */
export const aStreamReader = (origins: string[], token: string) => {
  const texts: string[] = []
  let last: string | undefined
  let isStopped = false
  let attempts = 0
  let response: IncomingMessage | undefined
  const ready = Promise.withResolvers<void>()

  const onEvent = ({ id, event, data }: EventSourceMessage) => {
    last = id
    if (event === 'message') texts.push(JSON.parse(data).text)
    if (event === 'reset') texts.push('reset')
    ready.resolve()
  }
  const readOnce = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, ...(last ? { 'last-event-id': last } : {}) }
      const url = `${origins[attempts++ % origins.length]}/api/stream`
      const request = get(url, { agent: false, headers }, (answer) => {
        response = answer
        answer.setEncoding('utf8').on('data', createParser({ onEvent }).feed)
        answer.on('close', resolve).on('error', () => resolve())
      })
      request.on('error', () => resolve())
    })
  const reading = (async () => {
    while (!isStopped) {
      await readOnce()
      if (!isStopped) await sleep(RETRY_MS)
    }
  })()
  return {
    /** The messages in the order of their arrival. */
    texts,
    ready: ready.promise,
    async stop() {
      isStopped = true
      response?.destroy()
      await reading
    },
  }
}
