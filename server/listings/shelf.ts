// Things made from rows, kept while the rows stay as they are. A version of a row never changes its content
// (PostgreSQL writes a new one instead), so what was made from that very version is never stale: no clock, no
// dropping, and each request still asks the database which versions are there now.

export type Mark = { id: string; version: string }
export type Made<T> = Mark & { value: T }

/** Two boards: what is asked for lies on the upper one, and when that is full the lower one is thrown away for it. Nothing is ever moved about. */
const makeBoards = <T>(limit: number) => {
  let upper = new Map<string, T>()
  let lower = new Map<string, T>()

  const set = (key: string, value: T) => {
    if (upper.size >= limit / 2 && !upper.has(key)) {
      lower = upper
      upper = new Map()
    }
    upper.set(key, value)
  }

  return {
    set,
    get(key: string): T | undefined {
      const present = upper.get(key)
      if (present !== undefined) return present
      const below = lower.get(key)
      if (below !== undefined) set(key, below)
      return below
    },
  }
}

/** Keeps at most `limit` things, those asked for lately; `make` answers for the marks it is given, as far as they are there. */
export const makeShelf = <M extends Mark, T>(limit: number, make: (marks: M[]) => Promise<Made<T>[]>) => {
  const kept = makeBoards<Made<T>>(limit)

  return async (marks: M[]): Promise<T[]> => {
    const known = marks.map(({ id, version }) => {
      const made = kept.get(id)
      return made?.version === version ? made : undefined
    })
    const missing = marks.filter((_, index) => known[index] === undefined)
    const fresh = new Map(missing.length > 0 ? (await make(missing)).map((made) => [made.id, made]) : [])
    for (const made of fresh.values()) kept.set(made.id, made)
    // What went between the two questions is in neither; what changed again is told as it is now.
    const present = marks.map(({ id }, index) => known[index] ?? fresh.get(id))
    return present.flatMap((made) => (made ? [made.value] : []))
  }
}
