import { Combobox, type ComboboxProps, type Suggestion } from '#web/ui/form/combobox.tsx'
import { FieldFrame, type FieldProps } from '#web/ui/form/field.tsx'
import styles from './field.module.css'

type Props<T extends Suggestion> = Omit<ComboboxProps<T>, 'listLabel'> & FieldProps

/** A line of text, typed freely or picked from suggestions. */
export const ComboboxField = <T extends Suggestion>({ label, hint, optional, ...combobox }: Props<T>) => (
  <FieldFrame label={label} name={combobox.name} hint={hint} optional={optional}>
    {(control) => (
      <div className={styles.combo}>
        <Combobox {...combobox} {...control} className={styles.control} listLabel={label} />
      </div>
    )}
  </FieldFrame>
)
