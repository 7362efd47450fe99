import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { aPiazza } from '#test/fixtures.ts'
import { unique } from '#test/population.ts'

type Piazza = Pick<Awaited<ReturnType<typeof aPiazza>>, 'db' | 'call'>
export type Progress = { state: string; sent: number; failed: number }
type Letter = { subject?: string; text?: string; audience?: string; nearby?: boolean }

/** A newsletter's subscriber, confirmed unless said otherwise. */
export const aSubscriber = async (
  { db }: Piazza,
  { email = `${unique('iscritta')}@esempio.test`, confirmed = true } = {},
) => {
  const leaveCode = randomBytes(32).toString('base64url')
  await db.execute(sql`
    insert into newsletter_subscriber (name, email, email_key, confirm_hash, leave_code, verified_at)
    values ('Rosa', ${email}, ${identityKey(email)}, '', ${leaveCode}, ${confirmed ? new Date() : null})`)
  return { email, leaveCode }
}

/** Calls of an admin about newsletters. */
export const newsletterCalls = ({ call }: Piazza, token: string) => {
  const aLetter = { subject: 'Notizie', text: 'Ciao a tutti', audience: 'subscribers' }
  const write = async (letter: Letter = {}): Promise<string> => {
    const body = { ...aLetter, ...letter }
    const { status, body: added } = await call('POST', '/api/newsletters', { token, body })
    expect(status).toBe(200)
    return (added as { _id: string })._id
  }
  const read = async (id: string) => (await call('GET', `/api/newsletters/${id}`, { token })).body as Progress & Letter
  return {
    write,
    read,
    /** Sends it as it is now. */
    send: async (id: string) =>
      call('POST', `/api/newsletters/${id}/send`, { token, body: { ...aLetter, ...(await read(id)) } }),
    /** Waits until every mail is sent or has failed. */
    untilSent: async (id: string, timeout = 20_000): Promise<Progress> => {
      await vi.waitFor(async () => expect((await read(id)).state).toBe('sent'), { timeout, interval: 100 })
      return read(id)
    },
  }
}
