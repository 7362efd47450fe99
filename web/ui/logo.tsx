import { Picture } from '#web/ui/picture.tsx'
import styles from './logo.module.css'

/** A small square logo; always beside a name, so its alt text is empty. */
export const Logo = ({ src, placeholder, size }: { src: string; placeholder: string; size: number }) => (
  <Picture
    className={styles.logo}
    src={src}
    placeholder={placeholder}
    sizes={`${size}px`}
    width={size}
    height={size}
    alt=""
    loading="lazy"
  />
)
