import { Link } from 'react-router'
import type { Contacts, SiteSettings } from '#domain/association/settings.ts'
import { reopenConsent } from '#web/shell/cookie-bar.tsx'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './footer.module.css'

const ContactLinks = ({ email, phone, address }: Contacts) =>
  (email || phone || address) && (
    <address className={styles.links}>
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      {address && <span>{address}</span>}
    </address>
  )

export const Footer = ({ site }: { site: SiteSettings | undefined }) => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <p className={styles.credit}>
        <Icon name="heart" size={20} />
        {site ? (
          <a href={site.associationUrl} rel="noopener">
            Fatto con amore dal team di {site.associationName}
          </a>
        ) : (
          'Fatto con amore dal team'
        )}
      </p>
      {site && <ContactLinks {...site.contacts} />}
      <nav aria-label="Informazioni" className={styles.links}>
        <Link to="/che-cose-il-val">Che cos’è il VAL</Link>
        <Link to="/moneta">La moneta in cifre</Link>
        <Link to="/newsletter">Newsletter</Link>
        <Link to="/condizioni">Condizioni d’uso</Link>
        <Link to="/contatti">Contatti</Link>
        <Link to="/note-legali">Note legali</Link>
        <Link to="/privacy">Privacy</Link>
        <ButtonOrLink href="/privacy#cookie" onClick={reopenConsent}>
          Preferenze cookie
        </ButtonOrLink>
      </nav>
    </div>
  </footer>
)
