import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import styles from './dialog.module.css'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** For longer contents: with a close button, and at the bottom of the screen on phones. */
  sheet?: boolean
  /** Whether links in the dialog leave it open. */
  staysOpen?: boolean
  children: ReactNode
}

/** A modal dialog. The element with `data-first` receives the focus. */
export const Dialog = ({ title, open, onClose, sheet = false, staysOpen = false, children }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in the dialog closes it
  useEffect(() => {
    if (!staysOpen) box.current?.close()
  }, [key])

  useEffect(() => {
    if (!open) return box.current?.close()
    box.current?.showModal()
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [open])

  return (
    <dialog
      ref={box}
      className={`${styles.dialog} ${sheet ? styles.sheet : ''}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      {open && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            {sheet && (
              <button type="button" className={styles.close} onClick={() => box.current?.close()} aria-label="Chiudi">
                <Icon name="close" />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
