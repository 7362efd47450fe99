import type { Kind } from '#test/attacks/permissions-table.ts'

/** A value that only the listed kinds of caller may read. */
export type Secret = { what: string; value: string; readers: readonly Kind[] }
export type Received = { by: Kind; where: string; text: string }

// Must not appear in any response.
const NEVER = /\$argon2|password_hash|account_key|token_hash|DATABASE_URL/

const forms = (value: string): string[] => [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]

/** The secrets found in responses to callers that may not read them. */
export const leaksIn = (received: readonly Received[], secrets: readonly Secret[]): string[] =>
  received.flatMap(({ by, where, text }) => {
    const leaked = secrets.filter(
      ({ value, readers }) => !readers.includes(by) && forms(value).some((form) => text.includes(form)),
    )
    const inside = NEVER.exec(text)
    return [
      ...leaked.map(({ what }) => `${where} shows ${what} to ${by}`),
      ...(inside ? [`${where}: ${inside[0]}`] : []),
    ]
  })
