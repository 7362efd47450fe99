import { formatMonth } from '#domain/base/dates.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import styles from './dashboard.module.css'

type Props = { title: string; months: readonly { month: string; value: number }[]; format: (value: number) => string }

const HEIGHT = 100
const GAP = 0.25

const fullName = (month: string) => formatMonth(`${month}-01`)
const shortName = (month: string) => fullName(month).slice(0, 3)

/** A bar chart by month, with the same values as a table for screen readers. */
export const MonthBars = ({ title, months, format }: Props) => {
  const max = Math.max(0, ...months.map(({ value }) => value))
  const heightOf = (value: number) => (value / max) * HEIGHT
  if (max === 0)
    return (
      <div className={styles.figure}>
        <h3>{title}</h3>
        <p className={styles.nothing}>Ancora nulla negli ultimi {months.length} mesi.</p>
      </div>
    )
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h3>{title}</h3>
        <span>
          massimo <WithAmounts>{format(max)}</WithAmounts>
        </span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${months.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {months.map(({ month, value }, index) => (
          <rect key={month} x={index + GAP / 2} y={HEIGHT - heightOf(value)} width={1 - GAP} height={heightOf(value)}>
            <title>{`${fullName(month)}: ${format(value)}`}</title>
          </rect>
        ))}
      </svg>
      <ol className={styles.months} aria-hidden="true">
        {months.map(({ month }) => (
          <li key={month}>{shortName(month)}</li>
        ))}
      </ol>
      <details className={styles.numbers}>
        <summary>Leggi i numeri</summary>
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Mese</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, value }) => (
              <tr key={month}>
                <td>{fullName(month)}</td>
                <td>
                  <WithAmounts>{format(value)}</WithAmounts>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
