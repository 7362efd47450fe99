import styles from './spinner.module.css'

export const Spinner = ({ label }: { label: string }) => (
  <p className={styles.spinner} role="status">
    <span className={styles.wheel} aria-hidden="true" />
    {label}
  </p>
)
