import type { UserInfo } from '#domain/members.schema.ts'
import { signInWithPasskey, usePasskeySupport } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './passkey-sign-in.module.css'

/** Signs in with a passkey of this device, where there can be one. */
export const PasskeySignIn = ({ onSignedIn }: { onSignedIn: (user: UserInfo) => Promise<void> }) => {
  const isSupported = usePasskeySupport()
  const { busy, outcome, run } = useAction(async () => onSignedIn(await signInWithPasskey()))
  if (!isSupported) return null
  return (
    <div className={styles.passkey}>
      <p>Hai aggiunto una passkey? Entra senza scrivere nulla.</p>
      <Button kind="outlined" onClick={() => void run()} disabled={busy}>
        {busy ? 'Un momento…' : 'Usa una passkey'}
      </Button>
      <Outcome {...outcome} />
    </div>
  )
}
