import { type ChangeEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { MAX_IMAGES } from '#domain/market/listings.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import type { ListingValues } from '#web/features/market/listings/edit/listing-values.ts'
import type { ListingPicture, useListingPictures } from '#web/features/market/listings/edit/pictures.ts'
import { useDrag } from '#web/features/market/listings/edit/use-drag.ts'
import { ANY_PICTURE } from '#web/lib/picture-file.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './pictures-field.module.css'

type Tools = ReturnType<typeof useListingPictures>
type TileProps = {
  picture: ListingPicture
  index: number
  last: boolean
  placeholder: string
  dragged: boolean
  tools: Tools
  onRemove: () => void
  onCover: () => void
  onGrip: ReturnType<ReturnType<typeof useDrag>['begin']>
}

const Tile = ({ picture, index, last, placeholder, dragged, tools, onRemove, onCover, onGrip }: TileProps) => {
  const name = `foto ${index + 1}`
  return (
    <li className={styles.tile} data-index={index} data-dragged={dragged || undefined}>
      <Picture
        src={picture.preview ?? picture.url}
        placeholder={placeholder}
        alt={`La ${name} dell’annuncio`}
        sizes="10rem"
        className={styles.picture}
        draggable={false}
        onPointerDown={(event) => event.pointerType === 'mouse' && onGrip(event)}
      />
      {index === 0 && <span className={styles.cover}>Copertina</span>}
      {picture.progress !== undefined && (
        <progress className={styles.progress} value={picture.progress} max={100} aria-label={`Caricamento, ${name}`} />
      )}
      {picture.failure && (
        <div className={styles.failure}>
          <p>{picture.failure}</p>
          <button type="button" onClick={() => tools.retry(picture.key)} aria-label={`Riprova a caricare la ${name}`}>
            Riprova
          </button>
        </div>
      )}
      <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Togli la ${name}`} data-remove="">
        <Icon name="close" size={18} />
      </button>
      <div className={styles.moves}>
        {index > 0 && (
          <button
            type="button"
            className={styles.choose}
            onClick={onCover}
            aria-label={`Usa come copertina la ${name}`}
          >
            Usa come copertina
          </button>
        )}
        <button
          type="button"
          aria-disabled={index === 0}
          onClick={() => tools.move(index, index - 1)}
          aria-label={`Sposta prima la ${name}`}
        >
          <Icon name="left" size={18} />
        </button>
        <span className={styles.grip} onPointerDown={onGrip} aria-hidden="true" />
        <button
          type="button"
          aria-disabled={last}
          onClick={() => tools.move(index, index + 1)}
          aria-label={`Sposta dopo la ${name}`}
        >
          <Icon name="right" size={18} />
        </button>
      </div>
    </li>
  )
}

const statusText = ({ pictures, sending }: Tools): string => {
  const done = pictures.filter(({ url }) => url).length
  if (sending) return `Carico le foto: ${done} di ${pictures.length}.`
  const failed = pictures.filter(({ failure }) => failure).length
  if (failed > 0) return failed === 1 ? 'Una foto non è stata caricata.' : `${failed} foto non sono state caricate.`
  return pictures.length === 1 ? 'Una foto caricata' : `${pictures.length} foto caricate`
}

/** Up to six pictures, ordered by dragging or by buttons; the first is the cover. */
export const PicturesField = ({ values, tools }: { values: ListingValues; tools: Tools }) => {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const { dragged, begin } = useDrag(tools.move)
  const { pictures, failure, add } = tools
  const placeholder = placeholderPicture(values)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add([...(target.files ?? [])])
    target.value = ''
  }
  // The focus goes to the picture that took the place of the removed one, or to the field that adds pictures.
  const remove = (key: string, index: number) => {
    flushSync(() => tools.remove(key))
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = buttons[index] ?? buttons[index - 1] ?? list.current?.querySelector('input')
    next?.focus()
  }
  const makeCover = (index: number) => {
    flushSync(() => tools.move(index, 0))
    list.current?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  return (
    <fieldset className={styles.field} aria-describedby={id}>
      <legend className="visually-hidden">Foto</legend>
      <ol className={styles.tiles} ref={list}>
        {pictures.map((picture, index) => (
          <Tile
            key={picture.key}
            picture={picture}
            index={index}
            last={index === pictures.length - 1}
            placeholder={placeholder}
            dragged={index === dragged}
            tools={tools}
            onRemove={() => remove(picture.key, index)}
            onCover={() => makeCover(index)}
            onGrip={begin(index)}
          />
        ))}
        {pictures.length === 0 && (
          <li className={styles.tile}>
            <Picture src={undefined} placeholder={placeholder} alt="" className={styles.picture} />
            <span className={styles.cover}>Senza foto</span>
          </li>
        )}
        {pictures.length < MAX_IMAGES && (
          <li>
            <label className={styles.add}>
              <input type="file" accept={ANY_PICTURE} multiple onChange={choose} />
              <span className={styles.plus} aria-hidden="true">
                +
              </span>
              Aggiungi foto
            </label>
          </li>
        )}
      </ol>
      {failure && <Alert>{failure}</Alert>}
      <p className={tools.sending ? styles.status : 'visually-hidden'} role="status">
        {pictures.length > 0 && statusText(tools)}
      </p>
      <p className={styles.hint} id={id}>
        {pictures.length > 0
          ? 'La copertina è la foto che si vede in vetrina. Trascina le foto, o usa le frecce, per cambiare l’ordine delle altre.'
          : `Facoltative, fino a ${MAX_IMAGES}. Senza foto, in vetrina si vede questo disegno.`}
      </p>
    </fieldset>
  )
}
