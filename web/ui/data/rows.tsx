import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './rows.module.css'

export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
)

export const RowLine = ({ children }: { children: ReactNode }) => <p className={styles.line}>{children}</p>

export const DeleteButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button kind="plain" className={styles.delete} onClick={onClick} aria-label={`Cancella ${name}`}>
    Cancella
  </Button>
)

type Props = {
  name: string
  /** Link of the name. */
  to: string
  image: string | undefined
  placeholder: string
  /** Whether the viewer has to act: marks the row. */
  due?: boolean
  /** Short texts, each different. */
  facts: readonly string[]
  /** After the facts. */
  figures?: ReactNode
  actions: ReactNode
  /** Lines between the name and the facts. */
  children: ReactNode
}

/** Picture, texts and actions of one entry. */
export const Row = ({ name, to, image, placeholder, due, facts, figures, actions, children }: Props) => (
  <li className={`${styles.row} ${due ? styles.due : ''}`}>
    <Picture src={image} placeholder={placeholder} alt="" sizes="7rem" loading="lazy" className={styles.picture} />
    <div className={styles.body}>
      <p className={styles.name}>
        <Link to={to}>{name}</Link>
      </p>
      {children}
      <RowLine>
        {facts.map((text) => (
          <span key={text}>{text}</span>
        ))}
        {figures}
      </RowLine>
    </div>
    <div className={styles.actions}>{actions}</div>
  </li>
)
