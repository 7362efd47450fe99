import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './loaded.module.css'

type Query<T> = { isPending: boolean; error: Error | null; data: T | undefined; refetch: () => unknown }

type Props<T> = { query: Query<T>; skeletonLines?: number; children: (data: T) => ReactNode }

/** Owns loading and failure, so that pages read as an outline. */
export const Loaded = <T,>({ query, skeletonLines = 4, children }: Props<T>) => {
  if (query.error)
    return (
      <div className={styles.failed}>
        <Alert>{query.error.message}</Alert>
        <Button kind="outlined" onClick={() => query.refetch()}>
          Riprova
        </Button>
      </div>
    )
  if (query.isPending || query.data === undefined)
    return (
      <div role="status">
        <span className="visually-hidden">Caricamento…</span>
        {Array.from({ length: skeletonLines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other name
          <div key={line} className={styles.line} />
        ))}
      </div>
    )
  return children(query.data)
}
