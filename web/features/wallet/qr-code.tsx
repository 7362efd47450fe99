import { encode } from 'uqr'
import styles from './wallet.module.css'

/** The modules as one drawing: a square for each dark one. */
const drawn = (matrix: readonly (readonly boolean[])[]): string =>
  matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={drawn(data)} />
    </svg>
  )
}
