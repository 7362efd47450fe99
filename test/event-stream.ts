import { createParser } from 'eventsource-parser'
import { onTestFinished } from 'vitest'

export type ReceivedEvent = { id: number; event: string; data: Record<string, unknown> }

/** Reads GET /api/stream as a browser does; what arrives is added to `events`. Resolves once the stream is ready. */
export const anEventStream = async (origin: string, token: string, after?: number) => {
  const stopping = new AbortController()
  const response = await fetch(`${origin}/api/stream`, {
    headers: { authorization: `Bearer ${token}`, ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: stopping.signal,
  })
  const events: ReceivedEvent[] = []
  const ready = Promise.withResolvers<void>()
  const parser = createParser({
    onEvent: ({ id, event = '', data }) => events.push({ id: Number(id), event, data: JSON.parse(data) }),
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      ready.resolve()
    }
  }
  /** Resolves when the server ends the stream or the connection breaks. */
  const ended = read().catch(() => undefined)
  const close = async () => {
    stopping.abort()
    await ended
  }
  onTestFinished(close)
  await Promise.race([ready.promise, ended])
  return { status: response.status, headers: response.headers, events, ended, close }
}
