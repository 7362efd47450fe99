import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import styles from './header-menu.module.css'

/** A disclosure that opens without JavaScript and, with it, closes when one looks elsewhere. */
export const HeaderMenu = ({
  label,
  className,
  children,
}: {
  label: ReactNode
  className: string
  children: ReactNode
}) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const place = useRef(key)

  // Each new place closes the menu; the one where it was opened, perhaps before the scripts were there, does not.
  useEffect(() => {
    if (place.current !== key) menu.current?.removeAttribute('open')
    place.current = key
  }, [key])

  useEffect(() => {
    const elsewhere = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute('open')
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.removeAttribute('open')
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', leave)
    }
  }, [])

  return (
    <details ref={menu} className={`${styles.menu} ${className}`}>
      <summary className={styles.summary}>
        {label}
        <Icon name="down" size={16} />
      </summary>
      <ul className={styles.panel}>{children}</ul>
    </details>
  )
}
