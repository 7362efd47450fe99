import { useRevalidator } from 'react-router'
import { formatVal } from '#domain/money.ts'
import type { WalletView } from '#domain/wallet.schema.ts'
import { CopyButton } from '#web/features/wallet/copy-button.tsx'
import type { WalletData } from '#web/features/wallet/load-wallet.ts'
import { SecretDialog } from '#web/features/wallet/secret-dialog.tsx'
import { Statement } from '#web/features/wallet/statement.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './wallet.module.css'

const Balance = ({ wallet, onRetry }: { wallet: Promise<WalletView>; onRetry: () => void }) => (
  <div className={styles.amount}>
    <h3 className={styles.heading}>Saldo</h3>
    <Loaded data={wallet} onRetry={onRetry} skeletonLines={1}>
      {({ balance }) => (
        <p className={styles.balance}>
          <data value={balance}>{formatVal(balance)}</data>
        </p>
      )}
    </Loaded>
  </div>
)

type Props = { memberId: string; account: string; data: WalletData }

/** A verified member's wallet. Only balance and movements need the chain and load separately. */
export const WalletPanel = ({ memberId, account, data }: Props) => {
  const { revalidate } = useRevalidator()
  return (
    <Panel id="portafoglio" title="Portafoglio">
      <div className={styles.wallet}>
        <QrCode drawing={toQrPath(account)} label="Codice QR del tuo conto" />
        <div className={styles.facts}>
          <Balance wallet={data.wallet} onRetry={revalidate} />
          <div className={styles.account}>
            <Field
              label="Conto"
              name="account"
              defaultValue={account}
              readOnly
              spellCheck={false}
              className={styles.code}
            />
            <CopyButton text={account} what="il conto" />
          </div>
          <SecretDialog memberId={memberId} />
        </div>
      </div>
      <Statement statement={data.statement} onRetry={revalidate} />
    </Panel>
  )
}
