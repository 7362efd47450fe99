import type { SiteSettings } from '#domain/settings.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { QrPath } from '#web/ui/qr-path.ts'
import styles from './print-footer.module.css'

type NoticeAddress = { url: string; qr: QrPath }
type Props = { address: NoticeAddress; site: SiteSettings }

/** Printed below a listing only: its address as a QR code and as text. */
export const PrintFooter = ({ address: { url, qr }, site }: Props) => (
  <aside className={`${styles.notice} on-paper`} aria-label="Dove trovarlo">
    <QrCode drawing={qr} label="Codice QR dell’annuncio" className={styles.code} />
    <div>
      <p className={styles.call}>Inquadra il codice e contatta chi lo propone</p>
      <p>{url.replace(/^https?:\/\//, '')}</p>
      <p className={styles.site}>Piazza, la bacheca di {site.associationName}</p>
    </div>
  </aside>
)
