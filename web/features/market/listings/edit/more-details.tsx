import { hasStock, KINDS } from '#domain/market/kinds.ts'
import {
  DELIVERIES,
  DELIVERY_NAMES,
  type Delivery,
  MAX_DESCRIPTION,
  MAX_STOCK,
  MAX_TAG,
  type Section,
  tagsOf,
} from '#domain/market/listings.ts'
import { CategoryField, type CategoryProps } from '#web/features/market/listings/edit/category-field.tsx'
import { EventEnd } from '#web/features/market/listings/edit/event-fields.tsx'
import { LastDay } from '#web/features/market/listings/edit/last-day.tsx'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { ProvinceFields } from '#web/features/market/listings/edit/place-fields.tsx'
import { readRememberedTags } from '#web/features/market/listings/edit/remembered-tags.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TagsField } from '#web/ui/form/tags-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import styles from './editor.module.css'

const DESCRIPTION_HINTS: Record<Section, string> = {
  offro: 'Com’è, quanto è grande, se ha difetti, quando si può ritirare.',
  cerco: 'A che cosa ti serve e per quando.',
  propongo: 'Che cosa vorresti fare insieme, con chi e quanto impegno chiede.',
  avviso: 'Il programma, che cosa portare, se bisogna prenotarsi.',
  dono: 'Com’è, e quando si può ritirare.',
}

const CONTENTS: Record<Section, string> = {
  offro: 'Descrizione, quantità, consegna, scadenza, telefono',
  cerco: 'Descrizione, quanti ne cerchi, fino a quando, telefono',
  dono: 'Descrizione, quantità, consegna, scadenza, telefono',
  propongo: 'Descrizione, hashtag, scadenza, telefono',
  avviso: 'Descrizione, fine, posti, categoria, telefono',
}

const StockField = ({ values, set }: FieldsProps) => (
  <Field
    label={KINDS[values.section].stock === 'wanted' ? 'Quanti ne cerchi' : 'Quantità disponibile'}
    name="countInStock"
    inputMode="numeric"
    pattern="\d+"
    maxLength={String(MAX_STOCK).length}
    title={`Scrivi un numero da 0 a ${MAX_STOCK}.`}
    value={values.countInStock}
    onChange={(event) => set({ countInStock: event.target.value })}
    required
    autoComplete="off"
  />
)

const DeliveryField = ({ values, set }: FieldsProps) => (
  <SelectField
    label="Consegna"
    name="delivery"
    value={values.delivery}
    onChange={(event) => set({ delivery: event.target.value as Delivery })}
  >
    {DELIVERIES.map((delivery) => (
      <option key={delivery} value={delivery}>
        {DELIVERY_NAMES[delivery]}
      </option>
    ))}
  </SelectField>
)

/** The second step, closed at first: every field has a default. A field with an error opens it. */
export const MoreDetails = (fields: CategoryProps) => {
  const { values, set } = fields
  const isEvent = values.section === 'avviso'
  return (
    <details className={styles.more}>
      <summary className={styles.summary}>
        <span>
          <strong>Altri dettagli</strong>
          <small>{CONTENTS[values.section]}</small>
        </span>
      </summary>
      <div className={styles.fields}>
        <TextAreaField
          label="Descrizione"
          name="description"
          value={values.description}
          onInput={(event) => set({ description: event.currentTarget.value })}
          maxLength={MAX_DESCRIPTION}
          placeholder={DESCRIPTION_HINTS[values.section]}
        />
        {isEvent && (
          <>
            <EventEnd {...fields} />
            <CategoryField {...fields} />
          </>
        )}
        <TagsField
          label="Hashtag"
          name="brand"
          hint="Parole con cui farti trovare: confermale con Invio, virgola o Tab."
          parse={tagsOf}
          tags={values.tags}
          onChange={(tags) => set({ tags })}
          maxLength={MAX_TAG}
          recent={readRememberedTags()}
          uppercase
          optional
        />
        <div className={columns.pair}>
          {hasStock(values) && <StockField {...fields} />}
          {KINDS[values.section].isDelivered && !values.isService && <DeliveryField {...fields} />}
          {!isEvent && (
            <LastDay label={values.section === 'cerco' ? 'Fino a quando lo cerchi' : 'Scadenza'} {...fields} />
          )}
          <PhoneField
            label="Telefono"
            name="auxPhone"
            value={values.auxPhone}
            onChange={(event) => set({ auxPhone: event.target.value })}
            optional
            hint="Lo vede solo chi ti contatta."
          />
        </div>
        <ProvinceFields {...fields} />
        <CheckField
          name="pause"
          label="Disattiva annuncio temporaneamente"
          hint="Non si vede più in vetrina e nella ricerca finché non lo riattivi."
          checked={values.pause}
          onChange={(event) => set({ pause: event.target.checked })}
        />
      </div>
    </details>
  )
}
