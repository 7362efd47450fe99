import styles from './spinner.module.css'

export const Spinner = ({ label }: { label: string }) => (
  <p className={styles.spinner} role="status" data-waiting="">
    <span className={styles.wheel} aria-hidden="true" />
    {label}
  </p>
)
