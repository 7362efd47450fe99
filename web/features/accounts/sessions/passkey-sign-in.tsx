import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { signInWithPasskey, usePasskeySupport } from '#web/lib/session/passkeys.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import styles from './passkey-sign-in.module.css'

/** Signs in with a passkey of this device, if the browser supports passkeys. */
export const PasskeySignIn = ({ onSignedIn }: { onSignedIn: (user: UserInfo) => Promise<void> }) => {
  const isSupported = usePasskeySupport()
  if (!isSupported) return null
  return (
    <div className={styles.passkey}>
      <p>Hai aggiunto una passkey? Entra senza scrivere nulla.</p>
      <ActionButton kind="outlined" act={async () => onSignedIn(await signInWithPasskey())} busy="Un momento…">
        Usa una passkey
      </ActionButton>
    </div>
  )
}
