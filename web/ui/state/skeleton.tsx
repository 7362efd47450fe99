import { Alert } from '#web/ui/state/alert.tsx'
import styles from './skeleton.module.css'

type Shape = 'line' | 'title' | 'field' | 'box' | 'picture' | 'card'

/** Grey placeholders while content loads. */
export const Skeleton = ({ shape = 'line', count = 1 }: { shape?: Shape; count?: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <div key={index} className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
  ))

/** Announces to screen readers that content is loading or, without JavaScript, that the page needs it. */
export const LoadingStatus = () => (
  <>
    <p className="visually-hidden" role="status" data-waiting="">
      Caricamento…
    </p>
    <noscript>
      <Alert tone="notice">Per questa pagina serve JavaScript: attivalo e ricarica.</Alert>
    </noscript>
  </>
)
