import type { DeskCard } from '#domain/accounts/desk.schema.ts'
import { Button } from '#web/ui/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'
import styles from './desk.module.css'

/** The card to print. Its code cannot be shown again. */
export const Card = ({ card, onDone }: { card: DeskCard; onDone: () => void }) => (
  <>
    <div className={styles.card}>
      <p>Tessera di</p>
      <strong>
        {card.name} ({card.username})
      </strong>
      <span className={styles.code}>{card.card}</span>
      <QrCode drawing={toQrPath(card.card)} label="Codice QR della tessera" className={styles.cardQr ?? ''} />
      <p>Portala allo sportello: lì si legge il codice, o lo si scrive. Il PIN lo sai solo tu: non scriverlo qui.</p>
    </div>
    <p>Stampa la tessera adesso: dopo, il codice non si potrà più vedere.</p>
    <div className={styles.buttons}>
      <Button onClick={() => window.print()}>Stampa la tessera</Button>
      <Button kind="outlined" onClick={onDone}>
        Fatto
      </Button>
    </div>
  </>
)
