import { MAX_CATEGORY } from '#domain/market/listings.ts'
import { findCategories } from '#web/features/market/listings/edit/categories.ts'
import { EVENT_CATEGORY, type FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'

export type CategoryProps = FieldsProps & { onNewCategory: (category: string) => void }

/** Required, except for events, which have a default. */
export const CategoryField = ({ values, set, onNewCategory }: CategoryProps) => {
  const isEvent = values.section === 'avviso'
  return (
    <ComboboxField
      label="Categoria"
      name="category"
      value={values.category}
      onChange={(category) => set({ category })}
      find={findCategories}
      onPick={({ category, isNew }) => {
        set({ category })
        if (isNew) onNewCategory(category)
      }}
      maxLength={MAX_CATEGORY}
      required={!isEvent}
      optional={isEvent}
      enterKeyHint="next"
      hint={
        isEvent
          ? `Se la lasci vuota sarà «${EVENT_CATEGORY}».`
          : 'Scegli tra quelle che ci sono; se manca la tua, scrivila e scegli «Crea».'
      }
    />
  )
}
