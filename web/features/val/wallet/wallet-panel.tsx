import { CopyButton } from '#web/features/val/wallet/copy-button.tsx'
import { SecretDialog } from '#web/features/val/wallet/secret-dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './wallet.module.css'

/** The account of a verified member's wallet and its secret key. */
export const WalletPanel = ({ memberId, account }: { memberId: string; account: string }) => (
  <Panel
    id="chiave"
    title="Chiave del portafoglio"
    lead="Serve solo a chi vuole usare i suoi VAL con un altro portafoglio della rete."
  >
    <div className={styles.account}>
      <Field label="Conto" name="account" defaultValue={account} readOnly spellCheck={false} className={styles.code} />
      <CopyButton text={account} what="il conto" />
    </div>
    <SecretDialog memberId={memberId} />
  </Panel>
)
