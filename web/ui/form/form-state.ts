import { createContext } from 'react'

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
