// Which words may stand for one that no listing has. Words with another first letter are other words ("letto", "detto").

const MIN_FOR_DOUBLES = 4
const MIN_FOR_MISSING = 5
const MIN_FOR_REPLACED = 6
/** For a slip and a double letter. */
const MIN_FOR_BOTH = 7
/** Italian words end in a vowel: a short word that ends in one is complete. */
const MIN_UNFINISHED = 7

/** "bicicletta" → "bicicleta": double letters are the most frequent slip. The function spelling_keys_of does the same. */
const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1')

const sorted = (text: string): string => [...text].toSorted().join('')

/** The parts in which two words differ: "seida" and "sedia" give "id" and "di". */
const difference = (one: string, other: string): [string, string] => {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

/** Whether one word is the other with at most one slip; in longer words also double letters. */
export const isClose = (typed: string, word: string): boolean => {
  if (typed[0] !== word[0]) return false
  const [plain, plainWord] = [withoutDoubles(typed), withoutDoubles(word)]
  if (plain === plainWord) return typed.length >= MIN_FOR_DOUBLES
  const [missing, extra] = typed.length >= MIN_FOR_BOTH ? difference(plain, plainWord) : difference(typed, word)
  const isSwapped = missing.length === 2 && sorted(missing) === sorted(extra)
  if (missing.length + extra.length === 1 || isSwapped) return typed.length >= MIN_FOR_MISSING
  return missing.length === 1 && extra.length === 1 && typed.length >= MIN_FOR_REPLACED
}

/** How long a word may be that an incomplete one stands for; 0 if the typed word seems complete. */
export const mostLettersOf = (typed: string): number =>
  typed.length >= MIN_UNFINISHED || !/[aeiou]$/.test(typed) ? Math.floor((typed.length * 5) / 3) : 0
