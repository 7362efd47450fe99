import type { SiteSettings } from '#domain/association/settings.ts'
import { Partners } from '#web/features/association/introduction/partners.tsx'
import styles from './welcome.module.css'

type Props = { site: Pick<SiteSettings, 'associationName' | 'partners'>; heading: 'h1' | 'h2' }

export const Welcome = ({ site: { associationName, partners }, heading: Heading }: Props) => (
  <section className={styles.welcome} aria-labelledby="benvenuto">
    <div className={styles.words}>
      <Heading id="benvenuto">Vieni in Piazza</Heading>
      <p className={styles.lead}>
        Prodotti, mestieri e tempo da scambiare tra vicini<span className={styles.more}>, in euro e in VAL</span>.
        <span className={styles.more}> È la bacheca di {associationName}: gli accordi si prendono di persona.</span>
      </p>
    </div>
    <Partners partners={partners} className={styles.partners} />
  </section>
)
