import { useCallback, useRef, useState } from 'react'
import { MAX_ADDRESS } from '#domain/exchange/orders.ts'
import type { FoundPlace, MapSource, Point } from '#web/features/market/places/map-source.ts'
import { useMap } from '#web/features/market/places/use-map.ts'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import canvasStyles from './canvas.module.css'
import styles from './map.module.css'

type Props = { source: MapSource; onConfirm: (place: FoundPlace) => void }

/** An address typed or clicked on the map; it can be confirmed if it matches exactly one place. */
export const PlacePicker = ({ source, onConfirm }: Props) => {
  const canvas = useRef<HTMLDivElement>(null)
  const clicks = useRef(0)
  const [text, setText] = useState('')
  const [place, setPlace] = useState<FoundPlace>()
  const [failure, setFailure] = useState<string>()

  const choose = (found: FoundPlace) => {
    setPlace(found)
    setText(found.address)
    setFailure(undefined)
    show(found)
  }
  const choosePoint = async (point: Point) => {
    const click = ++clicks.current
    try {
      const found = await source.placeAt(point)
      // Outdated: the person has clicked or typed again in the meantime.
      if (click !== clicks.current) return
      if (found) choose(found)
      else setFailure('Qui non troviamo nessun indirizzo: scegli un punto in Italia.')
    } catch (error) {
      if (click === clicks.current) setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const show = useMap(canvas, source, choosePoint)

  const find = useCallback(
    async (typed: string, signal: AbortSignal) =>
      (await source.search(typed, signal)).map((found) => ({
        key: found.id,
        text: found.address,
        note: found.vicinity,
        found,
      })),
    [source],
  )
  const confirm = async () => {
    const [only, ...others] = place ? [place] : await source.search(text)
    if (!only || others.length > 0)
      throw new FormError('Scrivi un indirizzo che indichi un solo posto, o sceglilo dall’elenco.', 'place')
    onConfirm(only)
  }
  return (
    <div className={styles.picker}>
      {!navigator.geolocation && <Alert>Questo browser non sa dire dove sei: scrivi l’indirizzo.</Alert>}
      {failure && <Alert>{failure}</Alert>}
      <Form label="Indirizzo sulla mappa" onSubmit={confirm} submit="Conferma">
        <ComboboxField
          label="Indirizzo"
          name="place"
          value={text}
          onChange={(typed) => {
            clicks.current++
            setText(typed)
            setPlace(undefined)
          }}
          find={find}
          onPick={({ found }) => choose(found)}
          hint="Scrivi via e comune, per esempio «Via Roma 1, Torino», oppure tocca la mappa."
          maxLength={MAX_ADDRESS}
        />
        <section ref={canvas} className={`${canvasStyles.canvas} ${styles.canvas}`} aria-label="Mappa" />
      </Form>
    </div>
  )
}
