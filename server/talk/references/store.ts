import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fillIn, type Quoted, type ReferenceKind, referencesIn } from '#server/talk/references/references.ts'

type Row = { id: string; text: string }
const byId = (rows: Row[]): Map<string, string> => new Map(rows.map(({ id, text }) => [id, text]))

/** Reads what texts quote: at most one statement for each kind, however many texts there are. */
export const makeReferences = (db: Database) => {
  const read = async (tx: Queries, found: Map<ReferenceKind, string[]>): Promise<Quoted> => {
    const idsOf = (...kinds: ReferenceKind[]) => [...new Set(kinds.flatMap((kind) => found.get(kind) ?? []))]
    const rowsOf = async <T extends { id: string }>(ids: string[], query: ReturnType<typeof sql>): Promise<T[]> =>
      ids.length > 0 ? tx.query<T>(query) : []
    const [people, listings, messages] = [idsOf('name', 'person'), idsOf('listing'), idsOf('message')]
    const [transfers, requests] = [idsOf('transferNote'), idsOf('requestNote')]
    const members = await rowsOf<{ id: string; name: string; username: string }>(
      people,
      sql`select id, shown_name as name, username from member where id = any(${people}::uuid[])`,
    )
    return {
      member: new Map(members.map(({ id, ...names }) => [id, names])),
      listing: byId(
        await rowsOf<Row>(
          listings,
          sql`select id, name as text from listing where id = any(${listings}::uuid[]) and withheld is null`,
        ),
      ),
      message: byId(
        await rowsOf<Row>(
          messages,
          sql`select id, case when withheld then ${THREAD_MESSAGES.withheld} else text end as text
            from message where id = any(${messages}::uuid[])`,
        ),
      ),
      transferNote: byId(
        await rowsOf<Row>(
          transfers,
          sql`select id, note as text from member_transfer where id = any(${transfers}::uuid[])`,
        ),
      ),
      requestNote: byId(
        await rowsOf<Row>(requests, sql`select id, note as text from val_request where id = any(${requests}::uuid[])`),
      ),
    }
  }

  return {
    /** Returns a function that fills in these texts. */
    async fill(
      texts: readonly string[],
      tx: Queries = db,
    ): Promise<(text: string, write?: (text: string) => string) => string> {
      const found = referencesIn(texts)
      if (found.size === 0) return (text) => text
      const quoted = await read(tx, found)
      return (text, write) => fillIn(text, quoted, write)
    },
  }
}
