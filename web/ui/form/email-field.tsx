import type { ComponentProps } from 'react'
import { MAX_EMAIL } from '#domain/base/email.ts'
import { Field } from '#web/ui/form/field.tsx'

/** An e-mail address, with the keyboard for it and without corrections. */
export const EmailField = (props: Omit<ComponentProps<typeof Field>, 'type'>) => (
  <Field
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={MAX_EMAIL}
    required
    {...props}
  />
)
