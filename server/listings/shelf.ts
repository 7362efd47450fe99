// Things made from rows, kept while the rows stay as they are. A version of a row never changes its content
// (PostgreSQL writes a new one instead), so what was made from that very version is never stale: no clock, no
// dropping, and each request still asks the database which versions are there now.

export type Mark = { id: string; version: string }
export type Made<T> = Mark & { value: T }

/** Keeps at most `limit` things, those asked for last; `make` answers for the marks it is given, as far as they are there. */
export const makeShelf = <M extends Mark, T>(limit: number, make: (marks: M[]) => Promise<Made<T>[]>) => {
  const kept = new Map<string, Made<T>>()

  const put = (made: Made<T>) => {
    kept.delete(made.id)
    kept.set(made.id, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
  }

  return async (marks: M[]): Promise<T[]> => {
    const missing = marks.filter(({ id, version }) => kept.get(id)?.version !== version)
    const fresh = missing.length > 0 ? new Map((await make(missing)).map((made) => [made.id, made])) : undefined
    const found = marks.map(({ id, version }) => {
      const made = fresh?.get(id) ?? kept.get(id)
      // Gone, or changed again, between the two questions: what is there now is in `fresh`, or nowhere.
      return made && (made.version === version || fresh?.has(id)) ? made : undefined
    })
    const present = found.filter((made) => made !== undefined)
    for (const made of present) put(made)
    return present.map((made) => made.value)
  }
}
