import type { QrDrawing } from '#web/ui/qr-drawing.ts'
import styles from './qr-code.module.css'

type Props = { drawing: QrDrawing; label: string; className?: string }

export const QrCode = ({ drawing: { size, path }, label, className = '' }: Props) => (
  <svg
    className={`${styles.qr} ${className}`}
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
  >
    <path d={path} />
  </svg>
)
