import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField, objectionsTo, readRefusal } from '#web/ui/form/form-check.ts'
import { type FieldErrors, FormErrors } from '#web/ui/form/form-state.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './form.module.css'

type Props = {
  /** Sends what was written; a text it answers is shown as success, what it throws as the reason why not. */
  onSubmit: (data: FormData) => Promise<unknown>
  submit: string
  busy: string
  label?: string
  danger?: boolean
  /** Beside the button: another way to go. */
  aside?: ReactNode
  /** In a long form the button stays in sight. */
  sticky?: boolean
  children: ReactNode
}

/**
 * A form that checks its fields by their own attributes, says beside each what is wrong, and keeps what was typed
 * whatever happens. Until React is there it cannot be sent: a password must not end in an address.
 */
export const Form = ({ onSubmit, submit, busy, label, danger = false, aside, sticky = false, children }: Props) => {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [outcome, setOutcome] = useState<ComponentProps<typeof Outcome>>({})
  const [sending, setSending] = useState(false)
  const ready = useHydrated()

  const object = (form: HTMLFormElement, found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusField(form, first)
    return first !== undefined
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog's form lies inside a page's form in React's eyes.
    event.stopPropagation()
    const form = event.currentTarget
    setOutcome({})
    if (sending || object(form, objectionsTo(form))) return
    setSending(true)
    try {
      const said = await onSubmit(new FormData(form))
      setOutcome(typeof said === 'string' ? { success: said } : {})
    } catch (error) {
      const { field, message } = readRefusal(error, form)
      if (field) object(form, { [field]: message })
      else setOutcome({ failure: message })
    } finally {
      setSending(false)
    }
  }

  const forgive = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
    if (outcome.success) setOutcome({})
  }

  return (
    <FormErrors value={errors}>
      <form
        className={styles.form}
        method="post"
        noValidate
        aria-label={label}
        aria-busy={sending}
        onSubmit={send}
        onInput={forgive}
      >
        {children}
        {!sticky && <Outcome {...outcome} />}
        <noscript>
          <Alert tone="notice">Per inviare questo modulo serve JavaScript.</Alert>
        </noscript>
        <div className={sticky ? `${styles.actions} ${styles.sticky}` : styles.actions}>
          {sticky && <Outcome {...outcome} />}
          <Button type="submit" kind={danger ? 'danger' : 'filled'} disabled={sending || !ready}>
            {sending ? busy : submit}
          </Button>
          {aside}
        </div>
      </form>
    </FormErrors>
  )
}
