import { KINDS, priceText, showsPrice } from '#domain/kinds.ts'
import { MAX_CATEGORY, MAX_DESCRIPTION, MAX_TITLE, SECTION_LABELS, SECTIONS, type Section } from '#domain/listings.ts'
import { AMOUNT_PATTERN } from '#domain/money.ts'
import { findCategories } from '#web/features/listings/edit/categories.ts'
import type { ListingValues } from '#web/features/listings/edit/listing-values.ts'
import type { useListingPictures } from '#web/features/listings/edit/pictures.ts'
import { PicturesField } from '#web/features/listings/edit/pictures-field.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { CountedField } from '#web/ui/form/counted-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'

export type FieldsProps = { values: ListingValues; set: (change: Partial<ListingValues>) => void }

const SECTION_CHOICES = SECTIONS.map((value) => ({ value, label: SECTION_LABELS[value] }))
const KIND_CHOICES = [
  { value: 'prodotto', label: 'Prodotto' },
  { value: 'servizio', label: 'Servizio' },
] as const

const TITLE_EXAMPLES: Record<Section, string> = {
  offro: 'Bicicletta da città, come nuova',
  cerco: 'Cerco un tavolo da giardino',
  propongo: 'Orto da coltivare insieme',
  avviso: 'Festa di quartiere, sabato 12',
  dono: 'Regalo due ore di ripetizioni',
}

const AMOUNT_FIELD = {
  inputMode: 'decimal',
  pattern: AMOUNT_PATTERN,
  title: 'Scrivi un importo, come 12,50.',
} as const

const amountOf = (typed: string): number => Number(typed.replace(',', '.')) || 0

const Prices = ({ values, set }: FieldsProps) => {
  const label = KINDS[values.section].price === 'upTo' ? 'Quanto dai al massimo' : 'Prezzo'
  const price = priceText({
    section: values.section,
    priceVal: amountOf(values.priceVal),
    priceEuro: amountOf(values.priceEuro),
  })
  return (
    <div className={columns.pair}>
      <Field
        {...AMOUNT_FIELD}
        label={`${label} in VAL`}
        name="priceVal"
        value={values.priceVal}
        onChange={(event) => set({ priceVal: event.target.value })}
        autoComplete="off"
      />
      <Field
        {...AMOUNT_FIELD}
        label={`${label} in euro`}
        name="priceEuro"
        value={values.priceEuro}
        onChange={(event) => set({ priceEuro: event.target.value })}
        autoComplete="off"
        hint={`Nell’annuncio: ${price}`}
      />
    </div>
  )
}

type OfferProps = FieldsProps & {
  tools: ReturnType<typeof useListingPictures>
  onNewCategory: (category: string) => void
}

/** Section, pictures, title, category, price and description. */
export const OfferFields = ({ values, set, tools, onNewCategory }: OfferProps) => (
  <Panel id="annuncio" title="L’annuncio">
    <ChoiceField
      legend="Sezione"
      name="section"
      choices={SECTION_CHOICES}
      value={values.section}
      onChoose={(section) => set({ section })}
    />
    {KINDS[values.section].stock !== 'none' && (
      <ChoiceField
        legend="Tipo"
        name="kind"
        choices={KIND_CHOICES}
        value={values.isService ? 'servizio' : 'prodotto'}
        onChoose={(kind) => set({ isService: kind === 'servizio' })}
      />
    )}
    <PicturesField values={values} tools={tools} />
    <CountedField
      label="Titolo"
      name="name"
      value={values.name}
      onChange={(event) => set({ name: event.target.value })}
      maxLength={MAX_TITLE}
      placeholder={TITLE_EXAMPLES[values.section]}
      required
      autoComplete="off"
      enterKeyHint="next"
    />
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
      required
      enterKeyHint="next"
      hint="Scegli tra quelle che ci sono; se manca la tua, scrivila e scegli «Crea»."
    />
    {showsPrice(values.section) && <Prices values={values} set={set} />}
    <TextAreaField
      label="Descrizione"
      name="description"
      value={values.description}
      onInput={(event) => set({ description: event.currentTarget.value })}
      maxLength={MAX_DESCRIPTION}
    />
  </Panel>
)
