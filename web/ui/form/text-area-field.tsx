import { type ComponentProps, useState } from 'react'
import { Counter } from '#web/ui/form/counter.tsx'
import { FieldFrame } from '#web/ui/form/field.tsx'
import styles from './field.module.css'

type Props = ComponentProps<'textarea'> & {
  label: string
  name: string
  maxLength: number
  hint?: string
  optional?: boolean
}

/** A text area with a character counter. */
export const TextAreaField = ({ label, hint, optional, ...area }: Props) => {
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length)
  const length = area.value === undefined ? typed : String(area.value).length
  return (
    <FieldFrame label={label} name={area.name} hint={hint} optional={optional}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            className={`${styles.control} ${styles.area}`}
            onChange={(event) => setTyped(event.currentTarget.value.length)}
          />
          <Counter length={length} maxLength={area.maxLength} announced={50} />
        </>
      )}
    </FieldFrame>
  )
}
