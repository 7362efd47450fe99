import { type Sql, sql } from '#server/platform/db/sql.ts'

/** `p` counts from 1. */
export type Page = { p: number; size: number }

export const limitOf = ({ p, size }: Page): Sql => sql`limit ${size} offset ${(p - 1) * size}`

export const pagesOf = (total: number, size: number): number => Math.ceil(total / size)
