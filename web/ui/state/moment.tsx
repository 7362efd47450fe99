import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './moment.module.css'

type Props = { title: ReactNode; onClose?: () => void; children: ReactNode }

/** A few warm words about something good that just happened. Place it in a `role="status"` that is there before. */
export const Moment = ({ title, onClose, children }: Props) => (
  <div className={styles.moment}>
    <span className={styles.mark}>
      <Icon name="check" size={22} />
    </span>
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
    {onClose && (
      <Button kind="plain" className={styles.close} onClick={onClose} aria-label="Chiudi">
        <Icon name="close" size={20} />
      </Button>
    )}
  </div>
)
