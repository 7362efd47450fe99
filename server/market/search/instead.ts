import type { Instead, ListingQuery } from '#domain/market/listings.schema.ts'
import { wordsIn } from '#server/market/search/terms.ts'

// What is searched for instead of the words as typed.

const GIFT_WORD = /^(gratis|gratuit[oaie]|gratuitamente|regal[oi]|regalasi|don[oi]|donasi|omaggio)$/
/** "Idea regalo", "carta da regalo" are things, not gifts. */
const THING_FOR_GIFTS = /^(ide[ae]|cart[ae]|pacc(o|hi)|buon[oi]|scatol[ae]|confezion[ei]|cest[oi]|bust[ae]|list[ae])$/
/** Words that only lead to the gift: "in regalo", "a titolo gratuito". */
const LEADING_WORD = /^(in|a|titolo|come)$/

/** The words besides those that ask for something free; undefined if none does. */
const withoutGiftWords = (name: string): string | undefined => {
  const words = name.split(/\s+/)
  const plain = words.map((word) => wordsIn(word).join(' '))
  const isGift = plain.map((word, index) => {
    const before = plain[index - 1] === 'da' ? plain[index - 2] : plain[index - 1]
    return GIFT_WORD.test(word) && !THING_FOR_GIFTS.test(before ?? '')
  })
  if (!isGift.includes(true)) return undefined
  const isLeading = (index: number): boolean =>
    LEADING_WORD.test(plain[index] ?? '') && (isGift[index + 1] === true || isLeading(index + 1))
  return words.filter((_, index) => !(isGift[index] || isLeading(index))).join(' ')
}

/** A search for "bici gratis" is one for free listings with "bici". */
export const withGifts = (query: ListingQuery): ListingQuery => {
  const rest = query.name && !query.exact ? withoutGiftWords(query.name) : undefined
  return rest === undefined ? query : { ...query, name: rest || undefined, free: true }
}

/** Null if the words are searched as typed. */
export const insteadOf = (words: string | undefined, isAny = false): Instead | null =>
  words === undefined && !isAny ? null : { words: words ?? null, isFree: false, isAny }

export const giftsInstead = (instead?: Instead | null): Instead => ({
  words: instead?.words ?? null,
  isFree: true,
  isAny: instead?.isAny ?? false,
})
