import { formatEuro, formatVal } from '#domain/money.ts'
import styles from './price.module.css'

/** The two prices of a listing, VAL first. */
export const Price = ({ val, euro, large = false }: { val: number; euro: number; large?: boolean }) => (
  <p className={`${styles.price} ${large ? styles.large : ''}`}>
    <data className={styles.val} value={val}>
      {formatVal(val)}
    </data>
    <data className={styles.euro} value={euro}>
      {formatEuro(euro)}
    </data>
  </p>
)
