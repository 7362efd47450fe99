import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '#web/ui/picture.tsx'
import styles from './item-line.module.css'

type Props = {
  name: string
  /** Link of the name; none if the listing no longer exists. */
  to?: string
  image: string | undefined
  placeholder: string
  children: ReactNode
}

/** A list item with a picture, a name and details. */
export const ItemLine = ({ name, to, image, placeholder, children }: Props) => (
  <li className={styles.item}>
    <Picture src={image} placeholder={placeholder} alt="" sizes="6rem" className={styles.picture} />
    <div className={styles.body}>
      <p className={styles.name}>{to ? <Link to={to}>{name}</Link> : name}</p>
      {children}
    </div>
  </li>
)

export const ItemLines = ({ children, label }: { children: ReactNode; label: string }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)
