import { useNavigation } from 'react-router'
import styles from './progress.module.css'

/** A thin line at the top while the next page is on its way. */
export const Progress = () =>
  useNavigation().state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />
