import { useNavigation } from 'react-router'
import styles from './progress.module.css'

/** A thin bar at the top during navigations. */
export const Progress = () =>
  useNavigation().state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />
