import type { Database } from '#server/db/connect.ts'
import type { Mark } from '#server/listings/shelf.ts'

// Statements as text with numbered values. The text differs by what is asked and not by the values, so that each is
// planned once; put together from nested fragments, the driver would need longer than the database does.

export type Statement = { bind(value: unknown): string; values: unknown[] }

export const aStatement = (): Statement => {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

export const ask = <T extends object>(db: Database, text: string, { values }: Statement): Promise<T[]> =>
  db.unsafe<T[]>(text, values as never[], { prepare: true })

/** A page's listings, and how many there are to be paged through. */
export type Page = { marks: Mark[]; total: number }

/** Some listings in their order, and figures told along with them. */
type Found<F> = { marks: Mark[]; figures: F }

const VERSION = `l.xmin::text || '.' || m.xmin::text`

/** One round trip: figures, and the marks of those listings whose places `wanted` selects. */
export const askMarks = async <F extends object>(
  db: Database,
  statement: Statement,
  parts: { before?: string; figures: string; wanted: string; order: string },
): Promise<Found<F>> => {
  const rows = await ask<F & Mark>(
    db,
    `${parts.before ?? ''}
    select ${parts.figures}, page.id, page.version
    from (select) as always
    left join lateral (
      select l.id, ${VERSION} as version
      from (${parts.wanted}) as w join listing l on l.place = w.place join member m on m.id = l.seller_id
      order by ${parts.order}
    ) as page on true`,
    statement,
  )
  return { marks: rows.filter((row) => row.id !== null), figures: rows[0] as F }
}

// Written into the statement: planned for a limit it does not know, PostgreSQL prepares for a tenth of the table.
// A few sizes only, so that asking for odd ones does not fill the database with plans.
const SIZES = [12, 24, 60]

export const limited = (statement: Statement, select: string, size: number, offset: string): string =>
  `select * from (${select} limit ${SIZES.find((each) => each >= size) ?? size} offset ${offset}) as page limit ${statement.bind(size)}`
