import { AMOUNT_PATTERN } from '#domain/base/money.ts'
import { KINDS, priceText, showsPrice } from '#domain/market/kinds.ts'
import {
  MAX_CATEGORY,
  MAX_DESCRIPTION,
  MAX_TITLE,
  SECTION_LABELS,
  SECTIONS,
  type Section,
} from '#domain/market/listings.ts'
import { findCategories } from '#web/features/market/listings/edit/categories.ts'
import { LastDay } from '#web/features/market/listings/edit/last-day.tsx'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { CountedField } from '#web/ui/form/counted-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './editor.module.css'

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

const DESCRIPTION_HINTS: Record<Section, string> = {
  offro: 'Com’è, quanto è grande, se ha difetti, quando si può ritirare.',
  cerco: 'A che cosa ti serve e per quando.',
  propongo: 'Che cosa vorresti fare insieme, con chi e quanto impegno chiede.',
  avviso: 'Il programma, che cosa portare, se bisogna prenotarsi.',
  dono: 'Com’è, e quando si può ritirare.',
}

const AMOUNT_FIELD = {
  inputMode: 'decimal',
  pattern: AMOUNT_PATTERN,
  title: 'Scrivi un importo, come 12,50.',
} as const

const PRICE_HINTS: Partial<Record<Section, string>> = {
  offro:
    'I due prezzi si sommano: chi prende ti dà i VAL e anche gli euro. Se ne vuoi uno solo, scrivi 0 nell’altro; con 0 e 0 è gratis.',
  cerco:
    'I due importi si sommano: è il massimo che daresti, in VAL e in euro. Se ne dai uno solo, scrivi 0 nell’altro.',
}

export const amountOf = (typed: string): number => Number(typed.replace(',', '.')) || 0

const Prices = ({ values, set }: FieldsProps) => {
  const label = KINDS[values.section].price === 'upTo' ? 'Quanto dai al massimo' : 'Prezzo'
  const price = priceText({
    section: values.section,
    priceVal: amountOf(values.priceVal),
    priceEuro: amountOf(values.priceEuro),
  })
  return (
    <div className={styles.prices}>
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
        />
      </div>
      <p className={styles.hint}>
        {PRICE_HINTS[values.section]} Nell’annuncio:{' '}
        <strong>
          <WithAmounts>{price ?? ''}</WithAmounts>
        </strong>
        .
      </p>
    </div>
  )
}

type OfferProps = FieldsProps & { onNewCategory: (category: string) => void }

/** Section, title, category, price, description, and the last day of a «Cerco». */
export const OfferFields = ({ values, set, onNewCategory }: OfferProps) => (
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
      placeholder={DESCRIPTION_HINTS[values.section]}
    />
    {values.section === 'cerco' && <LastDay label="Fino a quando lo cerchi" values={values} set={set} />}
  </Panel>
)
