import type { QrPath } from '#web/ui/qr-path.ts'
import styles from './qr-code.module.css'

type Props = { drawing: QrPath; label: string; className?: string }

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
