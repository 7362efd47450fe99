import { Link } from 'react-router'
import styles from './dashboard.module.css'

type Props = {
  tiles: readonly {
    name: string
    value: string
    note?: string
    /** The page with what is counted. */
    to?: string
  }[]
  /** Wider tiles, for amounts. */
  wide?: boolean
}

/** Key figures in large type. */
export const Tiles = ({ tiles, wide = false }: Props) => (
  <dl className={`${styles.tiles} ${wide ? styles.wide : ''}`}>
    {tiles.map(({ name, value, note, to }) => (
      <div key={name}>
        <dt>{to ? <Link to={to}>{name}</Link> : name}</dt>
        <dd>
          <strong className="figures">{value}</strong>
          {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
