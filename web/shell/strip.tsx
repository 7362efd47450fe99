import { Icon } from '#web/ui/icon.tsx'
import styles from './strip.module.css'

export const Strip = ({ valAppUrl }: { valAppUrl: string }) => (
  <aside className={styles.strip} aria-label="Contributo in VAL">
    <span>
      Ogni giorno un <strong>contributo di emancipazione</strong> in VAL.
    </span>{' '}
    <a href={valAppUrl} rel="noopener">
      Iscriviti all’app e ricevilo
      <Icon name="right" size={16} />
    </a>
  </aside>
)
