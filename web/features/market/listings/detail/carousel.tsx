import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './carousel.module.css'

// Loaded when a picture is opened.
const Lightbox = lazy(() => import('#web/features/market/listings/detail/lightbox.tsx'))

type Props = { pictures: string[]; placeholder: string; name: string }

/** A scroll-snap list: swiping, arrow keys and thumbnail links work without JavaScript, the buttons need it. */
export const Carousel = ({ pictures, placeholder, name }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [opened, setOpened] = useState<number>()
  const hydrated = useHydrated()
  const hasPictures = pictures.length > 0
  const shown = pictures.length > 0 ? pictures : ['']
  const hasMany = shown.length > 1

  const updateCurrent = () => {
    if (list.current) setCurrent(Math.round(list.current.scrollLeft / list.current.clientWidth))
  }
  const show = (index: number) => list.current?.scrollTo({ left: index * list.current.clientWidth })
  const showOnClick = (index: number) => (event: MouseEvent) => {
    event.preventDefault()
    show(index)
  }

  return (
    <div className={styles.carousel}>
      <div className={styles.stage}>
        <section className={styles.window} aria-label={`Foto di ${name}`}>
          <ul className={styles.row} ref={list} onScroll={updateCurrent} tabIndex={hasMany ? 0 : undefined}>
            {shown.map((picture, index) => (
              <li key={picture} id={`foto-${index + 1}`}>
                <Picture
                  src={picture || undefined}
                  placeholder={placeholder}
                  alt={hasMany ? `${name}, foto ${index + 1} di ${shown.length}` : name}
                  sizes="(min-width: 76rem) 40rem, (min-width: 52rem) 55vw, 100vw"
                  className={styles.picture}
                  fetchPriority={index === 0 ? 'high' : 'auto'}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  onClick={hasPictures ? () => setOpened(index) : undefined}
                />
              </li>
            ))}
          </ul>
        </section>
        {hasMany && (
          <p className={styles.count} aria-hidden="true">
            {current + 1} / {shown.length}
          </p>
        )}
        {hasPictures && hydrated && (
          <button type="button" className={styles.expand} onClick={() => setOpened(current)}>
            <Icon name="expand" size={20} />
            <span className="visually-hidden">Foto a tutto schermo</span>
          </button>
        )}
        {hasMany && hydrated && (
          <>
            {/* Not disabled: the focus would be lost at the first and the last picture. */}
            <button
              type="button"
              className={styles.back}
              aria-disabled={current === 0}
              onClick={() => show(current - 1)}
            >
              <Icon name="left" />
              <span className="visually-hidden">Foto precedente</span>
            </button>
            <button
              type="button"
              className={styles.next}
              aria-disabled={current === shown.length - 1}
              onClick={() => show(current + 1)}
            >
              <Icon name="right" />
              <span className="visually-hidden">Foto successiva</span>
            </button>
          </>
        )}
      </div>
      {hasMany && (
        <ol className={styles.thumbs}>
          {shown.map((picture, index) => (
            <li key={picture}>
              <a
                href={`#foto-${index + 1}`}
                className={styles.thumb}
                onClick={showOnClick(index)}
                aria-label={`Foto ${index + 1}`}
                aria-current={index === current ? 'true' : undefined}
              >
                <Picture src={picture} placeholder={placeholder} alt="" sizes="5rem" loading="lazy" />
              </a>
            </li>
          ))}
        </ol>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            placeholder={placeholder}
            name={name}
            first={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
