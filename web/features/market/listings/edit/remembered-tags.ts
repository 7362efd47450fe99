import { browserStore } from '#web/lib/browser-store.ts'
import { memberKey } from '#web/lib/session/session.ts'

const MAX_REMEMBERED = 12

const rememberedTags = () => browserStore<string[]>('localStorage', memberKey('hashtag'), [])

/** The tags of the member's saved listings, most recent first. */
export const readRememberedTags = (): string[] => rememberedTags().read()

/** Stores the tags of a saved listing, most recent first, twelve at most. */
export const rememberTags = (tags: readonly string[]): void =>
  rememberedTags().write([...new Set([...tags, ...readRememberedTags()])].slice(0, MAX_REMEMBERED))
