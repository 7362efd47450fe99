import { AMOUNT_PATTERN, readAmountOrNone } from '#domain/base/money.ts'
import { KINDS, priceText } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import type { FieldsProps } from '#web/features/market/listings/edit/listing-values.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Field } from '#web/ui/form/field.tsx'
import styles from './editor.module.css'

const AMOUNT_FIELD = {
  inputMode: 'decimal',
  pattern: AMOUNT_PATTERN,
  title: 'Scrivi un importo, come 12,50.',
} as const

const HINTS: Partial<Record<Section, string>> = {
  offro: 'I due prezzi si sommano. Se ne vuoi uno solo, scrivi 0 nell’altro; con 0 e 0 è gratis.',
  cerco: 'I due importi si sommano. Se ne dai uno solo, scrivi 0 nell’altro.',
}

export const amountOf = (typed: string): number => Number(typed.replace(',', '.')) || 0

export const PriceFields = ({ values, set }: FieldsProps) => {
  const label = KINDS[values.section].price === 'upTo' ? 'Quanto dai al massimo' : 'Prezzo'
  const isReadable = [values.priceVal, values.priceEuro].every((typed) => readAmountOrNone(typed) !== undefined)
  const price = priceText({
    section: values.section,
    priceVal: amountOf(values.priceVal),
    priceEuro: amountOf(values.priceEuro),
  })
  return (
    <div className={styles.prices}>
      <div className={styles.pair}>
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
        {HINTS[values.section]}
        {isReadable && (
          <>
            {' '}
            Nell’annuncio:{' '}
            <strong>
              <WithAmounts>{price ?? ''}</WithAmounts>
            </strong>
            .
          </>
        )}
      </p>
    </div>
  )
}
