import { createContext, use, useId } from 'react'

export type FieldErrors = Readonly<Record<string, string>>

/** Errors of the surrounding form by field name. */
export const FormErrors = createContext<FieldErrors>({})

/** An error found in the browser on submit, optionally about one field. */
export class FormError extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

/** Ids and ARIA attributes that connect a control with its label, hint and error. */
export const useField = (name: string, hasHint: boolean) => {
  const id = useId()
  const error = use(FormErrors)[name]
  const described = [error && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    error,
    ids: { control: id, error: `${id}-error`, hint: `${id}-hint` },
    control: { id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
  }
}
