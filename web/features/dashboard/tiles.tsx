import styles from './dashboard.module.css'

/** The figures that matter, large. */
export const Tiles = ({ tiles }: { tiles: readonly { name: string; value: string; note?: string }[] }) => (
  <dl className={styles.tiles}>
    {tiles.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <strong>{value}</strong>
          {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
