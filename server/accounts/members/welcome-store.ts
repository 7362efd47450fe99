import { randomUUID } from 'node:crypto'
import { hasMailbox } from '#domain/accounts/desk.ts'
import { mailboxKey } from '#domain/accounts/mailbox-key.ts'
import { WELCOME_ADDRESS_DAYS, WELCOME_NETWORK_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import type { NetworksStore } from '#server/accounts/sessions/networks-store.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { signFields } from '#server/platform/signed-links.ts'

const KEPT_DAYS = { network: WELCOME_NETWORK_DAYS, wide: WELCOME_NETWORK_DAYS, address: WELCOME_ADDRESS_DAYS } as const
type Kind = keyof typeof KEPT_DAYS

export type WelcomeMarks = ReturnType<typeof makeWelcomeMarks>

/**
 * What welcome VAL are counted by, as hashes with a key that is not in the database. No row refers to a member, so that erasing
 * an account and registering again does not start the count again.
 */
export const makeWelcomeMarks = (db: Database, networks: NetworksStore, secret: string) => {
  const hashOf = (kind: Kind, value: string): Buffer => signFields(secret, 'welcome', [kind, value])
  const ofAddress = (email: string): Buffer => hashOf('address', mailboxKey(email))

  /** Known networks are hashes already; without the key those could be found by trying all addresses. */
  const ofNetworks = async (tx: Queries, memberId: string): Promise<Record<'network' | 'wide', Buffer[]>> => {
    const known = await networks.ofMember(tx, memberId)
    const hashes = (kind: 'network' | 'wide') => known.flatMap((of) => of[kind]?.toString('hex') ?? [])
    return {
      network: hashes('network').map((network) => hashOf('network', network)),
      wide: [...new Set(hashes('wide'))].map((wide) => hashOf('wide', wide)),
    }
  }

  const add = async (tx: Queries, marks: [Kind, Buffer][], at: Date): Promise<void> => {
    const kinds = marks.map(([kind]) => kind)
    const hashes = marks.map(([, hash]) => hash)
    await tx.execute(sql`
      insert into welcome_mark (welcome, kind, hash, given_at)
      select ${randomUUID()}, kind, hash, ${at} from unnest(${kinds}::text[], ${hashes}::bytea[]) as mark (kind, hash)
      on conflict do nothing`)
  }

  const isAddressKnown = async (tx: Queries, email: string): Promise<boolean> =>
    (await tx.query(sql`select from welcome_mark where kind = 'address' and hash = ${ofAddress(email)} limit 1`))
      .length > 0

  return {
    isAddressKnown,

    /** Counts the welcomes since then that share a network with this member, and those that share the /48 around one. */
    async countNearby(tx: Queries, memberId: string, since: Date): Promise<Record<'network' | 'wide', number>> {
      const { network, wide } = await ofNetworks(tx, memberId)
      const row = await tx.first<Record<'network' | 'wide', number>>(sql`
        select count(distinct welcome) filter (where kind = 'network') as network,
          count(distinct welcome) filter (where kind = 'wide') as wide
        from welcome_mark where hash = any(${[...network, ...wide]}::bytea[]) and given_at > ${since}`)
      return row ?? { network: 0, wide: 0 }
    },

    async note(tx: Queries, { id, email }: { id: string; email: string }, at: Date): Promise<void> {
      const { network, wide } = await ofNetworks(tx, id)
      const marks: [Kind, Buffer][] = [
        ...network.map((hash): [Kind, Buffer] => ['network', hash]),
        ...wide.map((hash): [Kind, Buffer] => ['wide', hash]),
      ]
      if (hasMailbox(email)) marks.push(['address', ofAddress(email)])
      await add(tx, marks, at)
    },

    /** Before an account is erased: its address may have changed since the welcome, or have no mark yet. */
    async noteErased(tx: Queries, { id, email }: { id: string; email: string }): Promise<void> {
      const row = await tx.first<{ at: Date }>(sql`
        select welcomed_at as at from member where id = ${id} and welcomed_at is not null`)
      if (row && hasMailbox(email) && !(await isAddressKnown(tx, email)))
        await add(tx, [['address', ofAddress(email)]], row.at)
    },

    async deleteExpired(now: Date): Promise<void> {
      for (const [kind, days] of Object.entries(KEPT_DAYS))
        await db.execute(sql`
          delete from welcome_mark where kind = ${kind} and given_at < ${new Date(now.getTime() - days * DAY_MS)}`)
    },
  }
}
