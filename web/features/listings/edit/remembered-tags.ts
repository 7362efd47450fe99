import { browserStore } from '#web/lib/browser-store.ts'

const MAX_REMEMBERED = 12

export const rememberedTags = browserStore<string[]>('localStorage', 'hashtag', [])

/** Stores the tags of a saved listing, most recent first, twelve at most. */
export const rememberTags = (tags: readonly string[]): void =>
  rememberedTags.write([...new Set([...tags, ...rememberedTags.read()])].slice(0, MAX_REMEMBERED))
