import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './steps.module.css'

type Props = { label: string; steps: { id: string; text: ReactNode }[]; current: number }

/** Numbered steps in one line; those before `current`, counted from 0, are done. */
export const Steps = ({ label, steps, current }: Props) => (
  <ol className={styles.steps} aria-label={label}>
    {steps.map(({ id, text }, index) => (
      <li
        key={id}
        className={index < current ? styles.done : undefined}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className={styles.mark} aria-hidden="true">
          {index < current ? <Icon name="check" size={14} /> : index + 1}
        </span>
        <span>
          {text}
          {index < current && <span className="visually-hidden"> (fatto)</span>}
        </span>
      </li>
    ))}
  </ol>
)
