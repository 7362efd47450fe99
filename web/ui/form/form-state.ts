import { createContext } from 'react'
import type { FieldErrors } from '#domain/base/errors.ts'

/** Errors of the surrounding form by field name. */
export const FormErrors = createContext<FieldErrors>({})

/** An error found in the browser on submit, optionally about one field. */
export class FormError extends Error {
  readonly errors: FieldErrors

  constructor(message: string, field?: string) {
    super(message)
    this.errors = field ? { [field]: message } : {}
  }
}
