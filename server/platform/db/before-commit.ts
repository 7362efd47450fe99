import type { Queries } from '#server/platform/db/pool.ts'

/** Collects the items that a transaction adds and stores them in one statement before the commit, in a fixed lock order. */
export const beforeCommit = <Item>(store: (tx: Queries, items: Item[]) => Promise<void>) => {
  const waiting = new WeakMap<object, Item[]>()
  return (tx: Queries, added: Item[]): void => {
    if (added.length === 0) return
    if (!tx.beforeCommit) throw new Error('only in a transaction')
    const known = waiting.get(tx.beforeCommit)
    if (known) return void known.push(...added)
    const items = [...added]
    waiting.set(tx.beforeCommit, items)
    tx.beforeCommit.push(() => store(tx, items))
  }
}
