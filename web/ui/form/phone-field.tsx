import type { ComponentProps } from 'react'
import { MAX_PHONE, PHONE_INVALID, PHONE_PATTERN } from '#domain/accounts/members.ts'
import { Field } from '#web/ui/form/field.tsx'

/** A telephone number, with the keyboard for it. */
export const PhoneField = (props: Omit<ComponentProps<typeof Field>, 'type'>) => (
  <Field type="tel" inputMode="tel" pattern={PHONE_PATTERN} title={PHONE_INVALID} maxLength={MAX_PHONE} {...props} />
)
