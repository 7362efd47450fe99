import { LOGO_PLACEHOLDER } from '#domain/pictures.ts'
import type { SiteSettings } from '#domain/settings.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './welcome.module.css'

type Props = { site: Pick<SiteSettings, 'associationName' | 'partners'>; heading: 'h1' | 'h2' }

export const Welcome = ({ site: { associationName, partners }, heading: Heading }: Props) => (
  <section className={styles.welcome} aria-labelledby="benvenuto">
    <div className={styles.words}>
      <Heading id="benvenuto">Vieni in Piazza</Heading>
      <p className={styles.lead}>
        Prodotti, mestieri e tempo da scambiare tra vicini, in euro e in VAL. È la bacheca di {associationName}: gli
        accordi si prendono di persona.
      </p>
    </div>
    {partners.length > 0 && (
      <div className={styles.partners}>
        <h2 className={styles.with}>Insieme a</h2>
        <ul className={styles.list}>
          {partners.map((partner) => (
            <li key={partner.url}>
              <a className={styles.partner} href={partner.url} rel="noopener">
                <Logo src={partner.logo} placeholder={LOGO_PLACEHOLDER} size={26} />
                {partner.name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    )}
  </section>
)
