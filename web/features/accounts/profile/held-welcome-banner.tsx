import styles from './profile.module.css'

/** Shown to a member whose welcome VAL are held until an admin releases them. */
export const HeldWelcomeBanner = () => (
  <section className={styles.banner} aria-labelledby="benvenuto-in-attesa">
    <h2 id="benvenuto-in-attesa">I tuoi VAL di benvenuto sono in attesa</h2>
    <p>
      Per le persone iscritte allo sportello, e quando ne arrivano molte insieme, chi amministra il sito controlla i VAL
      di benvenuto prima di inviarli. Non devi fare nulla: appena li conferma, li trovi nel tuo portafoglio.
    </p>
  </section>
)
