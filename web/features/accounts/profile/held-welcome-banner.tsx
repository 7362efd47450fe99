import styles from './profile.module.css'

/** Tells a member that the welcome VAL wait for an admin. */
export const HeldWelcomeBanner = () => (
  <section className={styles.banner} aria-labelledby="benvenuto-in-attesa">
    <h2 id="benvenuto-in-attesa">I tuoi VAL di benvenuto sono in attesa</h2>
    <p>
      Quando arrivano molte persone insieme, chi amministra il sito controlla i VAL di benvenuto prima di inviarli. Non
      devi fare nulla: appena li conferma, li trovi nel tuo portafoglio.
    </p>
  </section>
)
