import { hasStock, KINDS } from '#domain/market/kinds.ts'
import { DELIVERIES, DELIVERY_NAMES, type Delivery, MAX_STOCK, MAX_TAG, tagsOf } from '#domain/market/listings.ts'
import { LastDay } from '#web/features/market/listings/edit/last-day.tsx'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { readRememberedTags } from '#web/features/market/listings/edit/remembered-tags.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TagsField } from '#web/ui/form/tags-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'

export const DetailFields = ({ values, set }: FieldsProps) => (
  <Panel id="dettagli" title="Dettagli">
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
      {hasStock(values) && (
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
      )}
      {KINDS[values.section].isDelivered && !values.isService && (
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
      )}
      {values.section !== 'avviso' && values.section !== 'cerco' && (
        <LastDay label="Scadenza" values={values} set={set} />
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
    <CheckField
      name="pause"
      label="Disattiva annuncio temporaneamente"
      hint="Sparisce dalla vetrina e dalla ricerca finché non lo riattivi."
      checked={values.pause}
      onChange={(event) => set({ pause: event.target.checked })}
    />
  </Panel>
)
