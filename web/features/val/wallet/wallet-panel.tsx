import { CopyButton } from '#web/features/val/wallet/copy-button.tsx'
import { SecretDialog } from '#web/features/val/wallet/secret-dialog.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './wallet.module.css'

/** The wallet in a verified member's profile: its account and secret key. Balance and movements have a page of their own. */
export const WalletPanel = ({ memberId, account }: { memberId: string; account: string }) => (
  <Panel id="portafoglio" title="Portafoglio">
    <div className={styles.row}>
      <ButtonLink to="/portafoglio">Vai al portafoglio</ButtonLink>
      <SecretDialog memberId={memberId} />
    </div>
    <div className={styles.account}>
      <Field label="Conto" name="account" defaultValue={account} readOnly spellCheck={false} className={styles.code} />
      <CopyButton text={account} what="il conto" />
    </div>
  </Panel>
)
