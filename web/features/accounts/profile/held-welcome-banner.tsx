import type { WelcomeHeldFor } from '#domain/accounts/welcome.schema.ts'
import styles from './profile.module.css'

const REASONS: Record<WelcomeHeldFor, string> = {
  desk: 'Per le persone iscritte da un volontario dello sportello',
  address: 'Quando alla stessa casella di posta ne sono già stati dati altri,',
  network:
    'Quando in un giorno li hanno già avuti più persone dalla stessa rete, come in una casa o in una biblioteca,',
  many: 'Quando in un’ora arrivano molte persone,',
}

/** Shown to a member whose welcome VAL are held until an admin releases them. */
export const HeldWelcomeBanner = ({ reason }: { reason: WelcomeHeldFor | null }) => (
  <section className={styles.banner} aria-labelledby="benvenuto-in-attesa">
    <h2 id="benvenuto-in-attesa">I tuoi VAL di benvenuto sono in attesa</h2>
    <p>
      {reason ? REASONS[reason] : 'In alcuni casi'} chi amministra il sito controlla i VAL di benvenuto prima di
      inviarli. Non devi fare nulla: appena li conferma, li trovi nel tuo portafoglio.
    </p>
  </section>
)
