import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { makePopulation } from '#test/population.ts'

// The people of a market day: 5,000 members, of whom some hundred are there, signed in and with a wallet.

const MEMBERS = 5_000
const PRESENT = 300

export type Person = { id: string; token: string; username: string; listing: string }

const addMembers = (db: Database) =>
  db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified, is_seller)
    select 'SOCIO' || n, 'socio' || n, 'socio' || n || '@esempio.test', 'socio' || n || '@esempio.test', 'none', true, true
    from generate_series(1, ${MEMBERS}::integer - (select count(*)::integer from member)) as n`)

const addPerson = async (db: Database, secret: string): Promise<Person> => {
  const { aMember, aListing } = makePopulation(db)
  const member = await aMember({ hasAd: true })
  const key = generatePrivateKey()
  await db.execute(sql`
    update member set account = ${privateKeyToAccount(key).address}, account_key = ${makeKeys(secret).seal(member.id, key)}
    where id = ${member.id}`)
  const { id: listing } = await aListing({
    by: member,
    name: `Torta del mercato ${member.username}`,
    stock: 100_000,
    priceVal: 1,
  })
  return { ...member, listing }
}

/** Adds 5,000 members to a seeded database. Returns those who take part in the day, and the ids of some listings. */
export const addPeople = async (db: Database, secret: string): Promise<{ people: Person[]; listings: string[] }> => {
  await addMembers(db)
  const people: Person[] = []
  while (people.length < PRESENT) people.push(await addPerson(db, secret))
  const rows = await db.query<{ id: string }>(sql`select id from listing where shown order by id limit 2000`)
  return { people, listings: rows.map(({ id }) => id) }
}
