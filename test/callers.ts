import { makeTokens } from '#server/members/tokens.ts'
import type { aPiazza } from '#test/fixtures.ts'

// Everyone who may come to a call: nobody in particular, somebody who pretends, and members of each kind.
export const CALLERS = ['visitor', 'forged', 'deleted', 'unverified', 'member', 'owner', 'admin'] as const
export type Caller = (typeof CALLERS)[number]
export type Statuses = Record<Caller, number>

const all = (status: number): Statuses => Object.fromEntries(CALLERS.map((kind) => [kind, status])) as Statuses

/** What everyone who may make no such call is told, and what the others get. */
export const verified = (status: number, others: Partial<Statuses> = {}): Statuses => ({
  ...all(status),
  visitor: 401,
  forged: 401,
  deleted: 401,
  unverified: 403,
  ...others,
})
export const anyone = (status: number, others: Partial<Statuses> = {}): Statuses => ({ ...all(status), ...others })

/** One token of each kind; the owner is a member to whom the things of a test belong. */
export const someCallers = async (piazza: Awaited<ReturnType<typeof aPiazza>>) => {
  const owner = await piazza.aMember()
  const deleted = await piazza.aMember()
  await piazza.db`update member set deleted_at = now() where id = ${deleted.id}`
  const forger = makeTokens('a secret that is not this server’s, by any means', () => new Date())
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
