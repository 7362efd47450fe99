import type { Hundredths } from '#domain/base/money.ts'
import { erc681, payPath } from '#domain/val/pay-links.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { CopyButton } from '#web/features/val/wallet/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './wallet.module.css'

type Copied = { label: string; name: string; text: string; what: string }

const CopiedField = ({ label, name, text, what }: Copied) => (
  <div className={styles.account}>
    <Field label={label} name={name} value={text} readOnly spellCheck={false} className={styles.code} />
    {/* The key resets the button when the text changes. */}
    <CopyButton key={text} text={text} what={what} />
  </div>
)

type Props = {
  username: string
  publicUrl: string
  wallet: Promise<WalletView>
  onRetry: () => void
  amount?: Hundredths
  note?: string
}

/** A QR code and links with which others pay this member. */
export const PayCode = ({ username, publicUrl, wallet, onRetry, amount, note }: Props) => {
  const link = `${publicUrl}${payPath({ username, amount, note })}`
  return (
    <div className={styles.receive}>
      <QrCode drawing={toQrPath(link)} label="Codice QR per pagarti" className={styles.qr} />
      <div className={styles.facts}>
        <p>Chi lo inquadra con il telefono trova la pagina per pagarti{amount ? ', già compilata' : ''}.</p>
        <CopiedField label="Link" name="link" text={link} what="il link" />
        <Loaded data={wallet} onRetry={onRetry} skeletonLines={2}>
          {({ account, token, chainId }) => (
            <details className={styles.more}>
              <summary>Per altri portafogli della rete</summary>
              <CopiedField label="Conto" name="account" text={account} what="il conto" />
              <CopiedField
                label="Link ERC-681"
                name="erc681"
                text={erc681({ token, chainId, account, amount })}
                what="il link ERC-681"
              />
            </details>
          )}
        </Loaded>
      </div>
    </div>
  )
}
