import type { ReactNode } from 'react'
import { Price } from '#web/ui/data/price.tsx'
import styles from './sums.module.css'

type Props = {
  lines: readonly (readonly [label: string, value: ReactNode])[]
  /** Missing if nobody pays. */
  total?: { val: number; euro: number }
  /** The total is a maximum. */
  upTo?: boolean
}

/** Labelled lines, and the total in VAL and euro below them. */
export const Sums = ({ lines, total, upTo }: Props) =>
  (lines.length > 0 || total) && (
    <dl className={styles.sums}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {total && (
        <div className={styles.total}>
          <dt>Totale</dt>
          <dd>
            <Price {...total} upTo={upTo} />
          </dd>
        </div>
      )}
    </dl>
  )
