import type { SiteSettings } from '#domain/settings.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { QrDrawing } from '#web/ui/qr-drawing.ts'
import styles from './board-notice.module.css'

type NoticeAddress = { url: string; qr: QrDrawing }
type Props = { address: NoticeAddress; site: SiteSettings }

/** What a listing carries on paper alone, for the board in the bar: the way back to its page. */
export const BoardNotice = ({ address: { url, qr }, site }: Props) => (
  <aside className={`${styles.notice} on-paper`} aria-label="Dove trovarlo">
    <QrCode drawing={qr} label="Codice QR dell’annuncio" className={styles.code} />
    <div>
      <p className={styles.call}>Inquadra il codice e contatta chi lo propone</p>
      <p>{url.replace(/^https?:\/\//, '')}</p>
      <p className={styles.site}>Piazza, la bacheca di {site.associationName}</p>
    </div>
  </aside>
)
