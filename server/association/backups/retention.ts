import { DAY_MS } from '#domain/base/dates.ts'

const DAILY = 7
const WEEKLY = 4
const NAME = /^piazza-(\d{4}-\d{2}-\d{2})\.tar\.gz$/

export const nameOf = (at: Date): string => `piazza-${at.toISOString().slice(0, 10)}.tar.gz`

// 1970-01-05 was a Monday.
const weekOf = (day: string): number => Math.floor((Date.parse(day) / DAY_MS - 4) / 7)

/** Of the files in a folder, the backups to remove: kept are the newest 7, and the first of each of the newest 4 weeks. */
export const outdated = (names: readonly string[]): string[] => {
  const days = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).toSorted()
  const firstOfWeek = new Map(days.toReversed().map((day) => [weekOf(day), day]))
  const weekly = [...firstOfWeek.values()].toSorted().slice(-WEEKLY)
  const kept = new Set([...days.slice(-DAILY), ...weekly])
  return days.filter((day) => !kept.has(day)).map((day) => `piazza-${day}.tar.gz`)
}
