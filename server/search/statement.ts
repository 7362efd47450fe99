import type { Database } from '#server/db/connect.ts'
import { LISTING_COLUMNS, LISTING_JOINS, type ListingPageRows, type ListingRow } from '#server/listings/rows.ts'

// Statements as text with numbered values. The text differs by what is asked and not by the values, so that each is
// planned once; put together from nested fragments, the driver would need longer than the database does.

export type Statement = { bind(value: unknown): string; values: unknown[] }

export const aStatement = (): Statement => {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

export const ask = <T extends object>(db: Database, text: string, { values }: Statement): Promise<T[]> =>
  db.unsafe<T[]>(text, values as never[], { prepare: true })

export type Page = ListingPageRows

/** One round trip: figures, and the rows of the listings whose `place` is in `wanted`. */
export const askPage = async <F extends object>(
  db: Database,
  statement: Statement,
  parts: { before?: string; figures: string; wanted: string; order: string },
): Promise<{ rows: ListingRow[]; figures: F }> => {
  const rows = await ask<F & ListingRow>(
    db,
    `${parts.before ?? ''}
    select ${parts.figures}, page.*
    from (select) as always
    left join lateral (
      select ${LISTING_COLUMNS}
      from (${parts.wanted}) as w join listing l on l.place = w.place ${LISTING_JOINS}
      order by ${parts.order}
    ) as page on true`,
    statement,
  )
  return { rows: rows.filter((row) => row.id !== null), figures: rows[0] as F }
}

// Written into the statement: planned for a limit it does not know, PostgreSQL prepares for a tenth of the table.
// A few sizes only, so that asking for odd ones does not fill the database with plans.
const SIZES = [12, 24, 60]

export const limited = (statement: Statement, select: string, size: number, offset: string): string =>
  `select * from (${select} limit ${SIZES.find((each) => each >= size) ?? size} offset ${offset}) as page limit ${statement.bind(size)}`
