import { type ComponentProps, useRef } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import { type Suggestion, Suggestions } from '#web/ui/form/suggestions.tsx'
import styles from './field.module.css'

type Props<T extends Suggestion> = Omit<ComponentProps<'input'>, 'type' | 'ref'> &
  Pick<ComponentProps<typeof Suggestions<T>>, 'find' | 'onPick'> & {
    label: string
    name: string
    hint?: string
    optional?: boolean
  }

/** One line that may be picked from what is suggested, or written freely. */
export const ComboField = <T extends Suggestion>({ label, hint, optional, find, onPick, ...input }: Props<T>) => {
  const field = useField(input.name, hint !== undefined)
  const control = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <div className={styles.combo}>
        <input
          {...input}
          {...field.control}
          ref={control}
          className={styles.control}
          autoComplete="off"
          role="combobox"
          aria-expanded="false"
        />
        <Suggestions input={control} label={label} find={find} onPick={onPick} />
      </div>
    </FieldFrame>
  )
}
