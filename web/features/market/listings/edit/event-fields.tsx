import { MAX_EVENT_PLACE } from '#domain/market/events.ts'
import { FIRST_EXPIRY, LAST_EXPIRY, MAX_STOCK } from '#domain/market/listings.ts'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'

const RANGE = { min: FIRST_EXPIRY, max: LAST_EXPIRY }

/** When and where an event takes place, and for how many people. The date inputs have the names of the API's fields, so that its errors appear at them. */
export const EventFields = ({ values, set }: FieldsProps) => (
  <Panel
    id="evento"
    title="Quando e dove"
    lead="L’ora è quella italiana. Quando l’evento finisce, lascia la vetrina da sé."
  >
    <div className={columns.pair}>
      <DateField
        {...RANGE}
        label="Giorno d’inizio"
        name="startsAt"
        day={values.startDay}
        onChange={(startDay) =>
          // Most events end on the day on which they start.
          set({ startDay, ...(values.endDay === '' || values.endDay === values.startDay ? { endDay: startDay } : {}) })
        }
      />
      <Field
        label="Ora d’inizio"
        name="startTime"
        type="time"
        value={values.startTime}
        onChange={(event) => set({ startTime: event.target.value })}
        required
      />
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
        required
      />
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
      hint="Nome e indirizzo; il comune si sceglie più sotto."
    />
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
  </Panel>
)
