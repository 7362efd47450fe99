import { FormError } from '#web/ui/form/form-state.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control => 'validity' in element && 'name' in element && !!element.name

const errorOf = (control: Control): string | undefined => {
  const { validity, value } = control
  if (validity.valueMissing) return control.type === 'checkbox' ? 'Serve il tuo consenso.' : 'Compila questo campo.'
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

/** The message of a failed submit and, if it concerns one field, its name. The API writes "field: message". */
export const readFailure = (error: unknown, form: HTMLFormElement): { field?: string; message: string } => {
  if (error instanceof FormError) return { field: error.field, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  const [, field, about] = /^(\w+)(?:\.\w+)*: (.+)$/s.exec(message) ?? []
  return field && about && form.elements.namedItem(field) ? { field, message: about } : { message }
}

export const focusField = (form: HTMLFormElement, name: string): void => {
  const control = [...form.elements].find((element) => isControl(element) && element.name === name)
  if (control instanceof HTMLElement) control.focus()
}
