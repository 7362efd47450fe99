import type { FieldErrors } from '#domain/base/errors.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control => 'validity' in element && 'name' in element && !!element.name

const missingText = ({ type }: Control): string =>
  type === 'checkbox' ? 'Per continuare spunta questa casella.' : 'Compila questo campo.'

const errorOf = (control: Control): string | undefined => {
  const { validity, value } = control
  if (validity.valueMissing) return missingText(control)
  if (validity.typeMismatch && control.type === 'email') return 'Controlla l’indirizzo e-mail.'
  if (validity.typeMismatch) return 'Il link deve cominciare con http:// o https://.'
  // Browsers apply minLength only to typed text, not to autofilled values.
  const minLength = 'minLength' in control ? control.minLength : 0
  if (minLength > 0 && value !== '' && value.length < minLength)
    return control.dataset.tooShort ?? `Servono almeno ${minLength} caratteri.`
  if (validity.customError) return control.validationMessage
  if (validity.patternMismatch) return control.title || 'Controlla questo campo.'
  return validity.valid ? undefined : 'Controlla questo campo.'
}

/** Validation errors by field name, from the controls' own attributes. */
export const findErrors = (form: HTMLFormElement): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const control of form.elements) {
    if (!isControl(control) || control.disabled) continue
    const error = errorOf(control)
    if (error && !found[control.name]) found[control.name] = error
  }
  return found
}

// Only controls that show their error have an id.
const showsErrors = (form: HTMLFormElement, name: string): boolean => {
  const control = form.elements.namedItem(name)
  return control instanceof Element && control.id !== ''
}

const errorsOf = (error: unknown): FieldErrors =>
  error instanceof Error && 'errors' in error ? (error.errors as FieldErrors) : {}

/** Splits a failed submit into errors that the form can show at their fields, and the message for the others. */
export const readFailure = (error: unknown, form: HTMLFormElement): { fields: FieldErrors; failure?: string } => {
  const errors = Object.entries(errorsOf(error))
  if (errors.length === 0) return { fields: {}, failure: error instanceof Error ? error.message : String(error) }
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const [path, message] of errors) {
    const field = [path, ...path.split('.')].find((name) => showsErrors(form, name))
    if (field) fields[field] ??= message
    else others.push(message)
  }
  return { fields, ...(others.length > 0 && { failure: others.join('\n') }) }
}

/** Shows all fields with errors, also those in a closed part of the form, and focuses the first. */
export const revealErrors = (form: HTMLFormElement, errors: FieldErrors): void => {
  const controls = [...form.elements].filter((element) => isControl(element) && element.name in errors)
  for (const control of controls) control.closest('details')?.setAttribute('open', '')
  const [first] = controls
  if (first instanceof HTMLElement) first.focus()
}
