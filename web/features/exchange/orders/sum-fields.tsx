import { AMOUNT_PATTERN, fromHundredths, readAmountOrNone, typedAmount } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { textsIn } from '#web/lib/form-data.ts'
import choice from '#web/ui/form/choice-field.module.css'
import { Field } from '#web/ui/form/field.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import styles from './sum-fields.module.css'

type Sum = { val: number; euro: number }
export type TypedSum = { val: string; euro: string }

const AMOUNT_INVALID = 'Scrivi una somma con al massimo due decimali, come 12,50.'
const CURRENCIES = [
  { name: 'val', label: 'In VAL' },
  { name: 'euro', label: 'In euro' },
] as const

export const typedSum = ({ val, euro }: Sum): TypedSum => ({ val: typedAmount(val), euro: typedAmount(euro) })

type Props = {
  legend: string
  sum: TypedSum
  ceiling?: Sum | undefined
  onChange?: (change: Partial<TypedSum>) => void
}

/** A sum in VAL and euro. A part in which the ceiling allows nothing is left out. */
export const SumFields = ({ legend, sum, ceiling, onChange }: Props) => (
  <fieldset className={choice.field}>
    <legend className={choice.legend}>{legend}</legend>
    <div className={styles.sum}>
      {CURRENCIES.filter(({ name }) => !ceiling || ceiling[name] > 0).map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          pattern={AMOUNT_PATTERN}
          title={AMOUNT_INVALID}
          defaultValue={sum[name]}
          {...(ceiling && { hint: `Al massimo ${typedAmount(ceiling[name])}.` })}
          {...(onChange && { onInput: ({ currentTarget }) => onChange({ [name]: currentTarget.value }) })}
        />
      ))}
    </div>
  </fieldset>
)

const amountOf = (typed: string, name: keyof Sum, ceiling: Sum | undefined): number => {
  const hundredths = readAmountOrNone(typed)
  if (hundredths === undefined) throw new FormError(AMOUNT_INVALID, name)
  const amount = fromHundredths(hundredths)
  if (ceiling && amount > ceiling[name]) throw new FormError(ORDER_MESSAGES.aboveCeiling, name)
  return amount
}

/** Throws if it is no sum, or above the ceiling. An empty field counts as nothing. */
export const readSum = ({ val, euro }: TypedSum, ceiling?: Sum): Sum => ({
  val: amountOf(val, 'val', ceiling),
  euro: amountOf(euro, 'euro', ceiling),
})

export const sumIn = (data: FormData, ceiling?: Sum): Sum => readSum(textsIn(data, 'val', 'euro'), ceiling)
