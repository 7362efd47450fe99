import { FormRefusal } from '#web/ui/form/form-state.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control => 'validity' in element && 'name' in element && !!element.name

const objectionTo = (control: Control): string | undefined => {
  const { validity, value } = control
  if (validity.valueMissing) return control.type === 'checkbox' ? 'Serve il tuo consenso.' : 'Compila questo campo.'
  if (validity.typeMismatch && control.type === 'email') return 'Controlla l’indirizzo e-mail.'
  if (validity.typeMismatch) return 'Il link deve cominciare con http:// o https://.'
  // Looked at by hand: a browser minds the length only of what was typed, not of what it filled in itself.
  const least = 'minLength' in control ? control.minLength : 0
  if (least > 0 && value !== '' && value.length < least)
    return control.dataset.tooShort ?? `Servono almeno ${least} caratteri.`
  if (validity.customError) return control.validationMessage
  if (validity.patternMismatch) return control.title || 'Controlla questo campo.'
  return validity.valid ? undefined : 'Controlla questo campo.'
}

/** What is wrong with a form before it is sent, by name of field; the rules are the controls' own attributes. */
export const objectionsTo = (form: HTMLFormElement): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const control of form.elements) {
    if (!isControl(control) || control.disabled) continue
    const objection = objectionTo(control)
    if (objection && !found[control.name]) found[control.name] = objection
  }
  return found
}

/** A refusal and, if it is about one field of the form, which. The server writes "field: what is wrong". */
export const readRefusal = (error: unknown, form: HTMLFormElement): { field?: string; message: string } => {
  if (error instanceof FormRefusal) return { field: error.field, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  const [, field, about] = /^(\w+)(?:\.\w+)*: (.+)$/s.exec(message) ?? []
  return field && about && form.elements.namedItem(field) ? { field, message: about } : { message }
}

export const focusField = (form: HTMLFormElement, name: string): void => {
  const control = [...form.elements].find((element) => isControl(element) && element.name === name)
  if (control instanceof HTMLElement) control.focus()
}
