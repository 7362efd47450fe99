import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import styles from './header-menu.module.css'

type Props = { label: ReactNode; className: string; children: ReactNode }

/** A disclosure menu that works without JavaScript; with it, a click or focus outside and Escape close it. */
export const HeaderMenu = ({ label, className, children }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)

  // Navigating closes the menu; hydration must not, since it may have been opened before.
  useEffect(() => {
    if (lastKey.current !== key) menu.current?.removeAttribute('open')
    lastKey.current = key
  }, [key])

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute('open')
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.removeAttribute('open')
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
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
