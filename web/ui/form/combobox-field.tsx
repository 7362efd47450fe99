import { Combobox, type ComboboxProps, type Suggestion } from '#web/ui/form/combobox.tsx'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import styles from './field.module.css'

type Props<T extends Suggestion> = Omit<ComboboxProps<T>, 'listLabel'> & {
  label: string
  name: string
  hint?: string
  optional?: boolean
}

/** A line of text, typed freely or picked from suggestions. */
export const ComboboxField = <T extends Suggestion>({ label, hint, optional, ...combobox }: Props<T>) => {
  const field = useField(combobox.name, hint !== undefined)
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <div className={styles.combo}>
        <Combobox {...combobox} {...field.control} className={styles.control} listLabel={label} />
      </div>
    </FieldFrame>
  )
}
