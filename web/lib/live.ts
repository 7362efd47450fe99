import { createParser } from 'eventsource-parser'
import { useEffect, useRef } from 'react'
import { READY, RESET, type StreamEventName, type StreamEvents } from '#domain/talk/stream.ts'
import { ApiError, openStream } from '#web/client.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { findUserInfo, subscribeToSession } from '#web/lib/session/session.ts'

/** An event of the stream; after `reset`, events may have been missed. */
export type LiveEvent =
  | { [Name in StreamEventName]: { event: Name; data: StreamEvents[Name] } }[StreamEventName]
  | { event: typeof RESET; data: Record<string, never> }

type Listener = (event: LiveEvent) => void

const NAME = 'piazza-eventi'
// The server sends a heartbeat every 15 seconds. The timeout also detects proxies that buffer the events.
const SILENCE_MS = 40_000
const READY_MS = 10_000
// Delayed, so that the page's own requests come first.
const AFTER_LOAD_MS = 2_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const listeners = new Set<Listener>()
let channel: BroadcastChannel | undefined

const emit = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event)
}
const emitToAllTabs = (event: LiveEvent): void => {
  emit(event)
  channel?.postMessage(event)
}

/** Reads the stream until it ends; returns the number of the last event. */
const follow = async (after: string | undefined, stopping: AbortSignal, onReady: () => void) => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), READY_MS)
  let last = after
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      last = id
      if (event === READY) onReady()
      else emitToAllTabs({ event, data: JSON.parse(data) } as LiveEvent)
    },
  })
  try {
    const { body } = await openStream(last, AbortSignal.any([stopping, silence.signal]))
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return { last }
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(chunk.value)
    }
  } catch (error) {
    return { last, error }
  } finally {
    clearTimeout(timer)
  }
}

const pause = (milliseconds: number, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    stopping.addEventListener('abort', end)
  })

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Reads the stream and reconnects with back-off. If it fails while this tab is visible, all tabs load their data again. */
const keepReading = async (stopping: AbortSignal): Promise<void> => {
  let after: string | undefined
  let retryMs = FIRST_RETRY_MS
  await pause(AFTER_LOAD_MS, stopping)
  while (!stopping.aborted) {
    const isFirst = after === undefined
    const { last, error } = await follow(after, stopping, () => {
      retryMs = FIRST_RETRY_MS
      // Events before the connection may have been missed.
      if (isFirst) emitToAllTabs({ event: RESET, data: {} })
    })
    after = last
    if (stopping.aborted || isSignedOut(error)) return
    if (error && document.visibilityState === 'visible') emitToAllTabs({ event: RESET, data: {} })
    await pause(retryMs * (0.5 + Math.random()), stopping)
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
  }
}

/** One tab of the browser reads the stream and passes the events on: browsers allow few connections to a server. */
const start = (): (() => void) => {
  const stopping = new AbortController()
  const { signal } = stopping
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => emit(data)
  }
  // Without a secure context there are no locks, and each tab reads its own stream.
  if (navigator.locks && channel)
    navigator.locks.request(NAME, { signal }, () => keepReading(signal)).catch(() => undefined)
  else void keepReading(signal)
  return () => {
    stopping.abort()
    channel?.close()
    channel = undefined
  }
}

/** Reads the event stream while a member is signed in; used once, in the shell. */
export const useLiveEvents = (): void => {
  useEffect(() => {
    let token: string | undefined
    let stop: (() => void) | undefined
    const update = () => {
      // The desk may not read the stream.
      const current = isActing() ? undefined : findUserInfo()?.token
      if (current === token) return
      stop?.()
      token = current
      stop = current ? start() : undefined
    }
    update()
    const unsubscribe = subscribeToSession(update)
    return () => {
      unsubscribe()
      stop?.()
    }
  }, [])
}

/** Calls the listener with every event, in every open tab. */
export const useLive = (listener: Listener): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const listen: Listener = (event) => latest.current(event)
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
    }
  }, [])
}
