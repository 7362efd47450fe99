import { useState } from 'react'
import { readAmount } from '#domain/base/money.ts'
import { erc681, payPath } from '#domain/val/pay-links.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { CopyButton } from '#web/features/val/wallet/copy-button.tsx'
import { AMOUNT_INVALID, AmountField } from '#web/ui/form/amount-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { NoteField } from '#web/ui/form/note-field.tsx'
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

type Props = { username: string; publicUrl: string; wallet: Promise<WalletView>; onRetry: () => void }

/** A QR code and links with which others pay this member, with the amount if one is typed. */
export const Receive = ({ username, publicUrl, wallet, onRetry }: Props) => {
  const [typed, setTyped] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const [note, setNote] = useState('')
  const amount = readAmount(typed)
  const type = (text: string) => {
    setTyped(text)
    setIsInvalid(false)
  }
  const link = `${publicUrl}${payPath({ username, amount, note })}`
  return (
    <div className={styles.receive}>
      <QrCode drawing={toQrPath(link)} label="Codice QR per pagarti" className={styles.qr} />
      <div className={styles.facts}>
        <p>Chi lo inquadra con il telefono trova la pagina per pagarti già compilata.</p>
        <FormErrors value={isInvalid ? { amount: AMOUNT_INVALID } : {}}>
          <AmountField
            value={typed}
            onChange={type}
            onBlur={() => setIsInvalid(typed.trim() !== '' && !amount)}
            optional
          />
        </FormErrors>
        <NoteField value={note} onChange={setNote} />
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
