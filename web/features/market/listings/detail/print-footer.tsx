import type { SiteSettings } from '#domain/association/settings.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import type { Section } from '#domain/market/listings.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { QrPath } from '#web/ui/qr-path.ts'
import styles from './print-footer.module.css'

type NoticeAddress = { url: string; qr: QrPath }
type Props = { address: NoticeAddress; listing: Listing; site: SiteSettings }

const INVITATIONS: Record<Section, string> = {
  offro: 'contatta l’offerente',
  cerco: 'rispondi a chi cerca',
  propongo: 'contatta chi lo propone',
  avviso: 'partecipa',
  dono: 'contatta chi lo dona',
}

/** Shown only in print, below a listing: its URL as a QR code, and what to search for without one. */
export const PrintFooter = ({ address: { url, qr }, listing: { name, section }, site }: Props) => (
  <aside className={`${styles.notice} on-paper`} aria-label="Dove trovarlo">
    <QrCode drawing={qr} label="Codice QR dell’annuncio" className={styles.code} />
    <div>
      <p className={styles.call}>Inquadra il codice e {INVITATIONS[section]}</p>
      <p>
        o cerca «{name}» su {new URL(url).host}
      </p>
      <p className={styles.site}>Piazza, la bacheca di {site.associationName}</p>
    </div>
  </aside>
)
