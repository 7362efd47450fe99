import type { ReactNode } from 'react'
import { endSession } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './profile.module.css'

/** Shown to a member whose address is not verified; `resend` sends the mail again. */
export const UnverifiedBanner = ({ email, resend }: { email: string; resend: ReactNode }) => (
  <section className={styles.banner} aria-labelledby="da-verificare">
    <h2 id="da-verificare">Il tuo account non è ancora verificato</h2>
    <p>
      Esci, controlla la posta di <strong>{email}</strong> e clicca sul link che ti abbiamo inviato: poi potrai
      pubblicare annunci, contattare gli altri e avere il tuo portafoglio.
    </p>
    {resend}
    <div className={styles.row}>
      <Button kind="outlined" onClick={() => void endSession()}>
        Esci
      </Button>
    </div>
  </section>
)
