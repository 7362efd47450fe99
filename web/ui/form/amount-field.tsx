import { AMOUNT_PATTERN, type Hundredths, readAmount } from '#domain/base/money.ts'
import { Field } from '#web/ui/form/field.tsx'
import { FormError } from '#web/ui/form/form-state.ts'

export const AMOUNT_INVALID = 'Scrivi un importo maggiore di zero, senza punti e con due decimali al massimo: 1250,50.'

type Props = {
  label?: string
  value?: string
  defaultValue?: string
  onChange?: (text: string) => void
  onBlur?: () => void
  optional?: boolean
}

export const AmountField = ({ label = 'Importo in VAL', onChange, optional = false, ...input }: Props) => (
  <Field
    label={label}
    name="amount"
    inputMode="decimal"
    autoComplete="off"
    placeholder="0,00"
    pattern={AMOUNT_PATTERN}
    title={AMOUNT_INVALID}
    required={!optional}
    optional={optional}
    {...input}
    {...(onChange ? { onChange: (event) => onChange(event.currentTarget.value) } : {})}
  />
)

/** The amount of a submitted form. */
export const amountIn = (data: FormData): Hundredths => {
  const amount = readAmount(String(data.get('amount') ?? ''))
  if (!amount) throw new FormError(AMOUNT_INVALID, 'amount')
  return amount
}
