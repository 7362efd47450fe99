import type { ReactNode } from 'react'
import { Price } from '#web/ui/data/price.tsx'
import styles from './sums.module.css'

type Props = { lines: readonly (readonly [label: string, value: ReactNode])[]; total: { val: number; euro: number } }

/** Amounts, and the total in both currencies below them. */
export const Sums = ({ lines, total }: Props) => (
  <dl className={styles.sums}>
    {lines.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    <div className={styles.total}>
      <dt>Totale</dt>
      <dd>
        <Price {...total} />
      </dd>
    </div>
  </dl>
)
