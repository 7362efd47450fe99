import { FIRST_EXPIRY, LAST_EXPIRY } from '#domain/market/listings.ts'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { DateField } from '#web/ui/form/date-field.tsx'

/** The last day on which a listing is shown. */
export const LastDay = ({ values, set, label }: FieldsProps & { label: string }) => (
  <DateField
    label={label}
    name="expiry"
    min={FIRST_EXPIRY}
    max={LAST_EXPIRY}
    day={values.expiry}
    onChange={(expiry) => set({ expiry })}
    optional
    hint="L’ultimo giorno in vetrina."
  />
)
