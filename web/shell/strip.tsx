import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import styles from './strip.module.css'

export const Strip = ({ valAppUrl }: { valAppUrl: string }) => (
  <aside className={styles.strip} aria-label="Contributo in VAL">
    <span>
      Ogni giorno un{' '}
      <strong>
        contributo <span className={styles.wide}>di emancipazione</span>
      </strong>{' '}
      in <Link to="/che-cose-il-val">VAL</Link>.
    </span>{' '}
    <a href={valAppUrl} rel="noopener">
      <span>
        Iscriviti all’app<span className={styles.wide}> e ricevilo</span>
      </span>
      <Icon name="right" size={16} />
    </a>
  </aside>
)
