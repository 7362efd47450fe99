import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/state/failure.tsx'
import { Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './loaded.module.css'

const Loading = ({ lines }: { lines: number }) => (
  <div role="status" className={styles.loading}>
    <span className="visually-hidden">Caricamento…</span>
    <Skeleton count={lines} />
  </div>
)

const Failed = ({ onRetry, message }: { onRetry: () => void; message: string | undefined }) => {
  const error = useAsyncError()
  return (
    <Failure message={message ?? (error instanceof Error ? error.message : String(error))}>
      <Button kind="outlined" onClick={onRetry}>
        Riprova
      </Button>
    </Failure>
  )
}

type Props<T> = {
  data: Promise<T>
  /** Must replace `data` by a new promise. */
  onRetry: () => void
  skeletonLines?: number
  /** Shown instead of the error's own message. */
  failureMessage?: string
  children: (data: T) => ReactNode
}

/** Shows data that loads after its page: placeholders meanwhile, the error with a retry button if it fails. */
export const Loaded = <T,>({ data, onRetry, skeletonLines = 4, failureMessage, children }: Props<T>) => (
  <Suspense fallback={<Loading lines={skeletonLines} />}>
    <Await resolve={data} errorElement={<Failed onRetry={onRetry} message={failureMessage} />}>
      {children}
    </Await>
  </Suspense>
)
