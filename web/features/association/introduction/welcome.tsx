import { Link } from 'react-router'
import type { SiteSettings, WelcomeVal } from '#domain/association/settings.ts'
import { formatPrice } from '#domain/base/money.ts'
import { Partners } from '#web/features/association/introduction/partners.tsx'
import styles from './welcome.module.css'

const GIFTS: Record<WelcomeVal['when'], string> = {
  listing: 'in dono con il primo annuncio',
  verification: 'in dono quando confermi l’e-mail',
}

const Gift = ({ val, when }: WelcomeVal) =>
  val > 0 && (
    <>
      , <span className="figures">{formatPrice({ val })}</span> {GIFTS[when]}
    </>
  )

/** What the site is, for visitors: members know it. */
export const Welcome = ({ site }: { site: Pick<SiteSettings, 'partners' | 'welcome'> }) => (
  <section className={`${styles.welcome} for-visitors`} aria-label="Che cos’è Piazza">
    <p className={styles.words}>
      Scambia con i vicini cose, mestieri e tempo, in euro e in <Link to="/che-cose-il-val">VAL</Link>, la moneta
      dell’associazione: cinque minuti per iniziare
      <Gift {...site.welcome} />.
    </p>
    <Partners partners={site.partners} className={styles.partners} />
  </section>
)
