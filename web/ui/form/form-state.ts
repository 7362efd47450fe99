import { createContext, use, useId } from 'react'

export type FieldErrors = Readonly<Record<string, string>>

/** What the form has to say about each of its fields, by name. */
export const FormErrors = createContext<FieldErrors>({})

/** A refusal of ours about a form, told like those of the server; it may point at a field. */
export class FormRefusal extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

/** What ties a control to its label, its hint and its error. */
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
