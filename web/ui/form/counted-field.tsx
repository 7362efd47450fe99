import type { ComponentProps } from 'react'
import { Counter } from '#web/ui/form/counter.tsx'
import { FieldFrame } from '#web/ui/form/field.tsx'
import styles from './field.module.css'

type Props = ComponentProps<'input'> & { label: string; name: string; value: string; maxLength: number }

/** A text input with a character counter. */
export const CountedField = ({ label, ...input }: Props) => (
  <FieldFrame label={label} name={input.name}>
    {(control) => (
      <>
        <input {...input} {...control} className={styles.control} />
        <Counter length={input.value.length} maxLength={input.maxLength} announced={15} />
      </>
    )}
  </FieldFrame>
)
