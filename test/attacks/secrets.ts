import type { Kind } from '#test/attacks/callers-table.ts'

/** Something that only some may read, wherever it may turn up. */
export type Secret = { what: string; value: string; readers: readonly Kind[] }
export type Heard = { by: Kind; where: string; text: string }

// What no answer may hold, whosever it is.
const NEVER = /\$argon2|password_hash|account_key|token_epoch|DATABASE_URL/

const forms = (value: string): string[] => [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]

/** Everything in what was heard that the hearer should not have heard. */
export const leaksIn = (heard: readonly Heard[], secrets: readonly Secret[]): string[] =>
  heard.flatMap(({ by, where, text }) => {
    const told = secrets.filter(
      ({ value, readers }) => !readers.includes(by) && forms(value).some((form) => text.includes(form)),
    )
    const inside = NEVER.exec(text)
    return [...told.map(({ what }) => `${where} tells ${by} ${what}`), ...(inside ? [`${where}: ${inside[0]}`] : [])]
  })
