import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './dialog.module.css'

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode }

/** A modal dialog. The element with `data-first` receives the focus. */
export const Dialog = ({ title, open, onClose, children }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in the dialog closes it
  useEffect(() => {
    box.current?.close()
  }, [key])

  useEffect(() => {
    if (!open) return box.current?.close()
    box.current?.showModal()
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [open])

  return (
    <dialog ref={box} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      {open && (
        <div className={styles.inside}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
