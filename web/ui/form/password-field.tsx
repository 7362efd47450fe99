import { type ComponentProps, useState } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; name: string; hint?: string; tooShort?: string }

/** A password input with a button that shows the text. */
export const PasswordField = ({ label, hint, tooShort, ...input }: Props) => {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} name={input.name} hint={hint}>
      {(control) => (
        <div className={styles.revealing}>
          <input
            {...input}
            {...control}
            className={styles.control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            data-too-short={tooShort}
          />
          <button
            type="button"
            className={styles.reveal}
            onClick={() => setShown(!shown)}
            aria-label={`${shown ? 'Nascondi' : 'Mostra'}: ${label}`}
            aria-controls={control.id}
          >
            {shown ? 'Nascondi' : 'Mostra'}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
