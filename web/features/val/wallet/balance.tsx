import { Link } from 'react-router'
import { formatVal } from '#domain/base/money.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './wallet.module.css'

export const Balance = ({ wallet, onRetry }: { wallet: Promise<WalletView>; onRetry: () => void }) => (
  <div className={styles.amount}>
    <h2 className={styles.heading}>Saldo</h2>
    <Loaded data={wallet} onRetry={onRetry} skeletonLines={1}>
      {({ balance }) => (
        <p className={`${styles.balance} figures`}>
          <data value={balance}>{formatVal(balance)}</data>
        </p>
      )}
    </Loaded>
    <p>
      <Link to="/che-cose-il-val">Che cos’è il VAL?</Link>
    </p>
  </div>
)
