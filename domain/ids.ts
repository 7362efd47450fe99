const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => ID.test(text)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The first and the last id that begin so; if none can, the last one comes before the first. */
export const idsBeginningWith = (text: string): [first: string, last: string] => {
  const [first, last] = [text + FIRST_ID.slice(text.length), text + LAST_ID.slice(text.length)]
  return isId(first) ? [first, last] : [LAST_ID, FIRST_ID]
}
