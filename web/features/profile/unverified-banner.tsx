import { call } from '#web/client.ts'
import { signOut } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './profile.module.css'

/** Tells a member that the address is not verified, and sends the mail again. */
export const UnverifiedBanner = ({ email }: { email: string }) => {
  const again = useAction(async () => (await call('POST /api/users/verification')).message)
  return (
    <section className={styles.banner} aria-labelledby="da-verificare">
      <h2 id="da-verificare">Il tuo account non è ancora verificato</h2>
      <p>
        Esci, controlla la posta di <strong>{email}</strong> e clicca sul link che ti abbiamo inviato: poi potrai
        pubblicare annunci, contattare gli altri e avere il tuo portafoglio.
      </p>
      <Outcome {...again.outcome} />
      <div className={styles.row}>
        <Button onClick={again.run} disabled={again.busy}>
          {again.busy ? 'Un momento…' : 'Invia di nuovo l’e-mail'}
        </Button>
        <Button kind="outlined" onClick={() => signOut()}>
          Esci
        </Button>
      </div>
    </section>
  )
}
