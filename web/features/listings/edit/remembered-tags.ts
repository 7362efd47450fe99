import { browserStore } from '#web/lib/browser-store.ts'

const MOST_REMEMBERED = 12

export const rememberedTags = browserStore<string[]>('localStorage', 'hashtag', [])

/** The tags used last come first; those beyond the twelfth are forgotten. */
export const rememberTags = (tags: readonly string[]): void =>
  rememberedTags.write([...new Set([...tags, ...rememberedTags.read()])].slice(0, MOST_REMEMBERED))
