import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import type { FieldErrors } from '#domain/base/errors.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { findErrors, readFailure, revealErrors } from '#web/ui/form/form-validation.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './form.module.css'

type Props = {
  /** Returns errors by field name that the fields' own attributes cannot detect. */
  check?: (data: FormData) => FieldErrors
  /** A returned text is shown as success, a thrown error as failure. */
  onSubmit: (data: FormData) => Promise<unknown>
  submit: string
  /** Text of the button while it runs. */
  busy?: string
  label?: string
  danger?: boolean
  /** Shown beside the button, for example a link. */
  aside?: ReactNode
  /** Keeps the button visible at the bottom of a long form. */
  sticky?: boolean
  children?: ReactNode
}

/**
 * Validates fields by their own attributes and shows errors beside them; typed values stay after a failure.
 * Disabled until hydrated: a native submit could put a password into the URL.
 */
export const Form = ({
  check,
  onSubmit,
  submit,
  busy = 'Un momento…',
  label,
  danger,
  aside,
  sticky = false,
  children,
}: Props) => {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [outcome, setOutcome] = useState<ComponentProps<typeof Outcome>>({})
  const [sending, setSending] = useState(false)
  const ready = useHydrated()

  const showErrors = (form: HTMLFormElement, found: FieldErrors) => {
    setErrors(found)
    revealErrors(form, found)
    return Object.keys(found).length > 0
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog's form may be a React descendant of the page's form, whose handler must not run.
    event.stopPropagation()
    const form = event.currentTarget
    setOutcome({})
    const data = new FormData(form)
    if (sending || showErrors(form, { ...check?.(data), ...findErrors(form) })) return
    setSending(true)
    try {
      const message = await onSubmit(data)
      setOutcome(typeof message === 'string' ? { success: message } : {})
    } catch (error) {
      const { fields, failure } = readFailure(error, form)
      showErrors(form, fields)
      setOutcome({ failure })
    } finally {
      setSending(false)
    }
  }

  const clearError = (event: FormEvent<HTMLFormElement>) => {
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
        onInput={clearError}
      >
        {children}
        {!sticky && <Outcome {...outcome} />}
        <noscript>
          <Alert tone="notice">Per inviare questo modulo serve JavaScript.</Alert>
        </noscript>
        <div
          className={sticky ? `${styles.actions} ${styles.sticky}` : styles.actions}
          data-form-bar={sticky ? '' : undefined}
        >
          {sticky && <Outcome {...outcome} />}
          <Button type="submit" kind={danger ? 'danger' : 'filled'} disabled={sending || !ready}>
            {/* One flex item, so that words wrap as in a text. */}
            <span>
              <WithAmounts>{sending ? busy : submit}</WithAmounts>
            </span>
          </Button>
          {aside}
        </div>
      </form>
    </FormErrors>
  )
}
