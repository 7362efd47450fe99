import { Link, useLocation } from 'react-router'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { registration } from '#web/lib/session/registration.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './registered-note.module.css'

/** Tells a person who has registered on the way to this page, or is asked to sign in there, of the mail to open. */
export const RegisteredNote = () => {
  const { pathname, state } = useLocation()
  const registered = useBrowserStore(registration, null)
  if (!registered || !(state?.registered || pathname === '/signin')) return null
  return (
    <div className={styles.note}>
      <Alert tone="notice">
        <p>
          Ti abbiamo inviato un’e-mail a <strong>{registered.email}</strong>: apri il link che contiene per verificare
          il tuo account. <Link to="/verification">Non è arrivata?</Link>
        </p>
      </Alert>
    </div>
  )
}
