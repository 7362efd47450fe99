import { sql } from '#server/db/sql.ts'
import { makeTokens } from '#server/members/tokens.ts'
import type { aPiazza } from '#test/fixtures.ts'

// Every kind of caller: without a token, with a forged one, with a deleted member's, and members of each kind.
export const CALLERS = ['visitor', 'forged', 'deleted', 'unverified', 'member', 'owner', 'admin'] as const
export type Caller = (typeof CALLERS)[number]
export type Statuses = Record<Caller, number>

const all = (status: number): Statuses => Object.fromEntries(CALLERS.map((kind) => [kind, status])) as Statuses

/** The statuses of a call for verified members. */
export const verified = (status: number, others: Partial<Statuses> = {}): Statuses => ({
  ...all(status),
  visitor: 401,
  forged: 401,
  deleted: 401,
  unverified: 403,
  ...others,
})
/** The statuses of a public call: 401 only for a token that is not valid. */
export const anyone = (status: number, others: Partial<Statuses> = {}): Statuses => ({
  ...all(status),
  forged: 401,
  deleted: 401,
  ...others,
})

/** One token of each kind; `owner` owns the listings of the test. */
export const aTokenOfEachCaller = async (piazza: Awaited<ReturnType<typeof aPiazza>>) => {
  const owner = await piazza.aMember()
  const deleted = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const forger = makeTokens('a secret that is not this server’s, on purpose', () => new Date())
  const tokens: Record<Caller, string | undefined> = {
    visitor: undefined,
    forged: forger.issue({ memberId: owner.id, epoch: 1 }),
    deleted: deleted.token,
    unverified: (await piazza.aMember({ verified: false })).token,
    member: (await piazza.aMember()).token,
    owner: owner.token,
    admin: (await piazza.aMember({ isAdmin: true })).token,
  }
  return { owner, tokens }
}
