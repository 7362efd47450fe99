import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './lightbox.module.css'

type Props = { pictures: string[]; placeholder: string; name: string; first: number; onClose: () => void }

/** A picture that fills the screen; zoomed, it scrolls by finger, wheel, keys, or by dragging with the mouse. */
const Zoomable = ({ src, placeholder, alt, zoomed, onZoom }: ZoomProps) => {
  const frame = useRef<HTMLDivElement>(null)

  // After zooming, scrolls to the middle of the picture.
  useEffect(() => {
    const { current } = frame
    if (!zoomed || !current) return
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = current
    current.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2)
  }, [zoomed])

  const zoomAt = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    onZoom(!zoomed)
    requestAnimationFrame(() => {
      const { current } = frame
      current?.scrollTo(
        x * current.scrollWidth - current.clientWidth / 2,
        y * current.scrollHeight - current.clientHeight / 2,
      )
    })
  }
  const drag = (event: PointerEvent) => {
    if (!zoomed || event.pointerType !== 'mouse' || event.buttons !== 1) return
    frame.current?.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the zoom button and the arrow keys
    <div
      ref={frame}
      className={`${styles.frame} ${zoomed ? styles.zoomed : ''}`}
      onDoubleClick={zoomAt}
      onPointerMove={drag}
    >
      <Picture src={src || undefined} placeholder={placeholder} alt={alt} sizes="100vw" draggable={false} />
    </div>
  )
}
type ZoomProps = {
  src: string
  placeholder: string
  alt: string
  zoomed: boolean
  onZoom: (zoomed: boolean) => void
}

/** All pictures in full screen: swipe or arrow keys for the next one, double click or the button to zoom, Escape to leave. */
const Lightbox = ({ pictures, placeholder, name, first, onClose }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(first)
  const [zoomed, setZoomed] = useState(false)
  const last = pictures.length - 1

  const show = (index: number, behavior: ScrollBehavior = 'auto') =>
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior })
  const updateCurrent = () => {
    if (!row.current) return
    const index = Math.round(row.current.scrollLeft / row.current.clientWidth)
    if (index !== current) setZoomed(false)
    setCurrent(index)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step && !zoomed) {
      event.preventDefault()
      show(Math.min(Math.max(0, current + step), last))
    }
    if (event.key === '+' || event.key === '-') setZoomed(event.key === '+')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    box.current?.showModal()
    show(first, 'instant')
  }, [])

  return (
    <dialog ref={box} className={styles.box} aria-label={`Foto di ${name}`} onClose={onClose} onKeyDown={onKey}>
      <ul
        className={styles.row}
        ref={row}
        onScroll={updateCurrent}
        data-zoomed={zoomed || undefined}
        tabIndex={pictures.length > 1 ? 0 : undefined}
      >
        {pictures.map((picture, index) => (
          <li key={picture} aria-hidden={index !== current}>
            <Zoomable
              src={picture}
              placeholder={placeholder}
              alt={pictures.length > 1 ? `${name}, foto ${index + 1} di ${pictures.length}` : name}
              zoomed={zoomed && index === current}
              onZoom={setZoomed}
            />
          </li>
        ))}
      </ul>
      <div className={styles.bar}>
        <p aria-live="polite">{pictures.length > 1 && `${current + 1} di ${pictures.length}`}</p>
        {pictures.length > 1 && (
          <>
            {/* Not disabled: the focus, and with it the keys, would be lost at the first and the last picture. */}
            <button type="button" aria-disabled={current === 0} onClick={() => show(current - 1)}>
              <Icon name="left" />
              <span className="visually-hidden">Foto precedente</span>
            </button>
            <button type="button" aria-disabled={current === last} onClick={() => show(current + 1)}>
              <Icon name="right" />
              <span className="visually-hidden">Foto successiva</span>
            </button>
          </>
        )}
        <button type="button" aria-pressed={zoomed} onClick={() => setZoomed(!zoomed)}>
          <Icon name={zoomed ? 'minus' : 'plus'} />
          <span className="visually-hidden">Ingrandisci</span>
        </button>
        <button type="button" onClick={() => box.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">Chiudi</span>
        </button>
      </div>
    </dialog>
  )
}

export default Lightbox
