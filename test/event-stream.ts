import { onTestFinished } from 'vitest'

export type ReceivedEvent = { id: number; event: string; data: Record<string, unknown> }

const parse = (block: string): ReceivedEvent | undefined => {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  return id && event && data ? { id: Number(id), event, data: JSON.parse(data) } : undefined
}

/** Reads GET /api/stream as a browser does; what arrives is added to `events`. Resolves once the stream is ready. */
export const anEventStream = async (origin: string, token: string, after?: number) => {
  const stopping = new AbortController()
  const response = await fetch(`${origin}/api/stream`, {
    headers: { authorization: `Bearer ${token}`, ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: stopping.signal,
  })
  const events: ReceivedEvent[] = []
  const ready = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const event of blocks.map(parse)) if (event) events.push(event)
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
