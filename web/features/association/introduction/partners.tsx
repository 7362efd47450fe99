import type { SiteSettings } from '#domain/association/settings.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './partners.module.css'

type Props = { partners: SiteSettings['partners']; className?: string }

export const Partners = ({ partners, className }: Props) =>
  partners.length > 0 && (
    <div className={`${styles.partners} ${className ?? ''}`}>
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
  )
