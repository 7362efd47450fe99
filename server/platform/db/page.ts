import { type Sql, sql } from '#server/platform/db/sql.ts'

/** A page of a list, counted from 1. */
export type Page = { p: number; size: number }

/** For the end of a select. */
export const limitOf = ({ p, size }: Page): Sql => sql`limit ${size} offset ${(p - 1) * size}`

/** How many pages a list has. */
export const pagesOf = (total: number, size: number): number => Math.ceil(total / size)
