import { Icon } from '#web/ui/icon.tsx'
import styles from './banner.module.css'

/** A scrolling text that can be paused without JavaScript and stands still with prefers-reduced-motion. */
export const Banner = ({ text }: { text: string }) => (
  <aside className={styles.banner} aria-label="Chi fa questo sito">
    <div className={styles.window}>
      <p className={styles.text}>{text}</p>
      <p className={styles.text} aria-hidden="true">
        {text}
      </p>
    </div>
    <label className={styles.pause}>
      <input type="checkbox" autoComplete="off" />
      <Icon name="pause" size={16} />
      <Icon name="play" size={16} />
      <span className="visually-hidden">Ferma il testo che scorre</span>
    </label>
  </aside>
)
