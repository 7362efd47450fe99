import type { ReactNode } from 'react'
import styles from './table.module.css'

/** The name, alone or with options. */
type Column = string | { name: string; number?: boolean; hidden?: boolean }

export const ACTIONS: Column = { name: 'Azioni', hidden: true }

type Props = { caption: string; columns: readonly Column[]; className?: string; children: ReactNode }

/** A table, shown as cards on phones; hidden names are for screen readers only. */
export const Table = ({ caption, columns, className = '', children }: Props) => (
  <table className={`${styles.table} ${className}`}>
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns
          .map((column) => (typeof column === 'string' ? { name: column } : column))
          .map(({ name, number, hidden }) => (
            <th key={name} scope="col" className={number ? styles.number : undefined}>
              {hidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
