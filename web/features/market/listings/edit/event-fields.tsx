import { theDate } from '#domain/base/dates.ts'
import { MAX_EVENT_PLACE } from '#domain/market/events.ts'
import { FIRST_EXPIRY, LAST_EXPIRY, MAX_STOCK } from '#domain/market/listings.ts'
import { type FieldsProps, withStart } from '#web/features/market/listings/edit/listing-values.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import styles from './editor.module.css'

// The date inputs have the names of the API's fields, so that its errors appear at them.
const RANGE = { min: FIRST_EXPIRY, max: LAST_EXPIRY }

/** When an event begins, and where it is. */
export const EventStart = ({ values, set }: FieldsProps) => (
  <>
    <div className={styles.prices}>
      <div className={styles.pair}>
        <DateField
          {...RANGE}
          label="Giorno d’inizio"
          name="startsAt"
          day={values.startDay}
          onChange={(startDay) => set(withStart(values, { startDay }))}
        />
        <Field
          label="Ora d’inizio"
          name="startTime"
          type="time"
          value={values.startTime}
          onChange={(event) => set(withStart(values, { startTime: event.target.value }))}
          required
        />
      </div>
      {values.endDay && values.endTime && (
        <p className={styles.hint}>
          Finisce {values.endDay === values.startDay ? '' : `${theDate(values.endDay)} `}alle {values.endTime}, ora
          italiana: se non è così, correggilo in «Altri dettagli».
        </p>
      )}
    </div>
    <Field
      label="Luogo"
      name="place"
      value={values.place}
      onChange={(event) => set({ place: event.target.value })}
      maxLength={MAX_EVENT_PLACE}
      placeholder="Circolo ARCI, via Roma 3"
      autoComplete="off"
      optional
    />
  </>
)

/** When an event ends, and for how many people it is. */
export const EventEnd = ({ values, set }: FieldsProps) => (
  <>
    <div className={columns.pair}>
      <DateField
        {...RANGE}
        label="Giorno di fine"
        name="endsAt"
        day={values.endDay}
        onChange={(endDay) => set({ endDay })}
      />
      <Field
        label="Ora di fine"
        name="endTime"
        type="time"
        value={values.endTime}
        onChange={(event) => set({ endTime: event.target.value })}
        hint="Poi l’evento non si vede più in vetrina."
      />
    </div>
    <Field
      label="Posti liberi"
      name="places"
      inputMode="numeric"
      pattern="\d+"
      maxLength={String(MAX_STOCK).length}
      title={`Scrivi un numero da 0 a ${MAX_STOCK}, o niente se non c’è un limite.`}
      value={values.places}
      onChange={(event) => set({ places: event.target.value })}
      autoComplete="off"
      optional
      hint="Chi partecipa ne occupa uno. Senza numero non c’è un limite."
    />
  </>
)
