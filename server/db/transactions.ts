import type postgres from 'postgres'

// A transaction that waits for something else, a chain's answer for one, may find its line gone when it goes on. The driver
// has told whoever began it, and forgotten the line; one more word on it, be it the end of the transaction, would take the
// whole process down. So nothing is said there any more.

type Numbers = { bigint: number }
type Transaction = postgres.TransactionSql<Numbers>

const guarded = (sql: Transaction, isOver: () => boolean): Transaction =>
  new Proxy(sql, {
    apply(target, _this, args) {
      if (isOver()) throw Object.assign(new Error('the transaction is over'), { code: 'CONNECTION_CLOSED' })
      return Reflect.apply(target, undefined, args)
    },
  })

/** The same database, whose transactions end where their line does. */
export const endingWithTheirLine = (db: postgres.Sql<Numbers>): postgres.Sql<Numbers> => {
  const begin = db.begin.bind(db) as <T>(work: (sql: Transaction) => Promise<T>) => Promise<T>
  const safely = async <T>(work: (sql: Transaction) => T | Promise<T>): Promise<T> => {
    let isOver = false
    const careful = async (sql: Transaction): Promise<T> => {
      try {
        const result = await work(guarded(sql, () => isOver))
        if (!isOver) return result
      } catch (error) {
        if (!isOver) throw error
      }
      // Nobody waits for this any more.
      return new Promise<never>(() => undefined)
    }
    try {
      return await begin(careful)
    } finally {
      isOver = true
    }
  }
  return Object.assign(db, { begin: safely })
}
