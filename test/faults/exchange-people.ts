import { identityKey } from '#domain/accounts/members.schema.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashCode } from '#server/talk/mail/codes.ts'
import { BUYERS, person, tokenOf } from '#test/faults/orders-plan.ts'

export const PASSWORD = 'una-password-lunga'
const GUESTS = 2

export type Person = ReturnType<typeof person>
export const emailOf = ({ username }: Person): string => `${username.toLowerCase().replace(' ', '-')}@esempio.test`
export type People = Awaited<ReturnType<typeof makePeople>>

/** Members with a known password: those that the server starts with, and guests, whose accounts may be erased. */
export const makePeople = async (db: Database) => {
  const passwordHash = await hashPassword(PASSWORD)
  const staying = Array.from({ length: BUYERS + 1 }, (_, number) => person(number))
  const guests: Person[] = []
  const everyone = [...staying]

  const addGuest = async (): Promise<Person> => {
    const guest = person(everyone.length)
    const { memberId, account, sealedKey, username } = guest
    const email = emailOf(guest)
    await db.execute(sql`
      insert into member (id, username, username_key, email, email_key, password_hash, verified, is_seller, has_ad, account,
        account_key)
      values (${memberId}, ${username}, ${identityKey(username)}, ${email}, ${email}, 'none', true, true, true, ${account},
        ${Buffer.from(sealedKey)})`)
    await db.execute(sql`
      insert into member_session (token_hash, member_id, began_at, expires_at)
      values (${hashCode(tokenOf(memberId))}, ${memberId}, now(), now() + interval '1 day')`)
    everyone.push(guest)
    return guest
  }

  /** Replaces the guests who have left; returns the new ones. Members must be older than a few weeks to be in a ring. */
  const welcomeGuests = async (): Promise<Person[]> => {
    const left = await db.query<{ id: string }>(sql`select id from member where deleted_at is not null`)
    const added: Person[] = []
    for (let index = 0; index < GUESTS; index++) {
      const guest = guests[index]
      if (guest && !left.some(({ id }) => id === guest.memberId)) continue
      guests[index] = await addGuest()
      added.push(guests[index] as Person)
    }
    await db.execute(sql`
      update member set password_hash = ${passwordHash}, created_at = now() - interval '30 days'
      where password_hash = 'none' and role = 'member'`)
    await db.execute(sql`update member_session set expires_at = now() + interval '1 year'`)
    return added
  }

  return {
    /** Also those who have left. */
    everyone,
    staying,
    guests,
    welcomeGuests,
    at: (number: number): Person => {
      const current = [...staying, ...guests]
      return current[number % current.length] as Person
    },
  }
}
