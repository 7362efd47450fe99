import { useEffect, useState } from 'react'
import { callInBackground } from '#web/client.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { endPasskeyOffer } from '#web/lib/session/passkey-offer.ts'
import { usePasskeySupport } from '#web/lib/session/passkeys.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './passkey-offer.module.css'

/** Whether the device can verify its user (fingerprint, face or PIN), and the member has no passkey yet. */
const isWorthOffering = async (): Promise<boolean> => {
  if (!(await window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false
  const { available, passkeys } = await callInBackground('GET /api/passkeys')
  return available && passkeys.length === 0
}

/** Offers a passkey once after a sign-in with the password. */
export default function PasskeyOffer() {
  const isVerified = useUserInfo()?.verified === true
  const isSupported = usePasskeySupport()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isVerified || !isSupported || isActing()) return setIsShown(false)
    isWorthOffering()
      .then((isWorth) => (isWorth ? setIsShown(true) : endPasskeyOffer()))
      .catch(() => undefined)
  }, [isVerified, isSupported])
  if (!isShown) return null
  return (
    <aside className={styles.offer} aria-label="Passkey">
      <p>La prossima volta accedi con l’impronta, il viso o il PIN di questo dispositivo.</p>
      <div className={styles.answers}>
        <ButtonLink kind="outlined" to="/profilo/sicurezza#passkey" onClick={endPasskeyOffer}>
          Aggiungi una passkey
        </ButtonLink>
        <Button kind="plain" onClick={endPasskeyOffer}>
          Non ora
        </Button>
      </div>
    </aside>
  )
}
