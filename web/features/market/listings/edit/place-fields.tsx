import { PROVINCES } from '#domain/base/provinces.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { findPlaces, provinceOf } from '#web/features/market/listings/search/places.ts'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'

/** Picking a comune also sets its province and region. */
export const ComuneField = ({ values, set }: FieldsProps) => (
  <ComboboxField
    label="Comune"
    name="municipality"
    value={values.municipality}
    onChange={(municipality) => set({ municipality })}
    find={findPlaces}
    onPick={({ place }) => set({ municipality: place.name, city: provinceOf(place), state: place.region })}
    maxLength={MAX_PLACE_NAME}
    optional
    enterKeyHint="next"
    hint="Sceglilo dall’elenco: così chi cerca vicino a sé trova anche te."
  />
)

export const ProvinceFields = ({ values, set }: FieldsProps) => {
  const isKnown = values.city === '' || PROVINCES.some((province) => province === values.city)
  return (
    <div className={columns.pair}>
      <SelectField
        label="Provincia"
        name="city"
        value={values.city}
        onChange={(event) => set({ city: event.target.value })}
        optional
      >
        <option value="">Scegli una provincia</option>
        {!isKnown && <option>{values.city}</option>}
        {PROVINCES.map((province) => (
          <option key={province}>{province}</option>
        ))}
      </SelectField>
      <Field
        label="Regione"
        name="state"
        value={values.state}
        onChange={(event) => set({ state: event.target.value })}
        maxLength={MAX_PLACE_NAME}
        autoComplete="off"
        optional
      />
      <Field label="Paese" name="country" value={values.country} readOnly />
    </div>
  )
}
