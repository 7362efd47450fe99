import styles from './skeleton.module.css'

type Shape = 'line' | 'title' | 'field' | 'box' | 'picture' | 'card' | 'disc'

/** Grey shapes in the place of what is on its way. */
export const Skeleton = ({ shape = 'line', count = 1 }: { shape?: Shape; count?: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no other name
    <div key={index} className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
  ))

/** Says to those who do not see the grey shapes that something is coming. */
export const Waiting = () => (
  <p className="visually-hidden" role="status" data-waiting="">
    Caricamento…
  </p>
)
