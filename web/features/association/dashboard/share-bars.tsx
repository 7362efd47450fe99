import styles from './dashboard.module.css'

type Props = { title: string; shares: readonly { name: string; value: number }[]; empty: string }

/** A horizontal bar chart with names and values. */
export const ShareBars = ({ title, shares, empty }: Props) => {
  const max = Math.max(1, ...shares.map(({ value }) => value))
  return (
    <div className={styles.figure}>
      <h3>{title}</h3>
      {shares.length === 0 && <p>{empty}</p>}
      <dl className={styles.shares}>
        {shares.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg viewBox={`0 0 ${max} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width={value} height="1" />
              </svg>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
