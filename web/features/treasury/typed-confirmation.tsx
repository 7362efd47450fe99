import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** What has to be typed, as it is shown. */
  expected: string
  label: string
  submit: string
  busy: string
  act: () => Promise<unknown>
  children: ReactNode
}

/** "1.250,00 VAL", "1250" and "1250.00" are the same amount. */
const plain = (text: string): string =>
  text
    .replace(/\s|VAL/gi, '')
    .replace(/[.,](\d\d?)$/, ',$1')
    .replaceAll('.', '')
    .replace(/,00?$/, '')

/** Asks for an amount or a date to be typed before something that cannot be undone. */
export const TypedConfirmation = ({ title, open, onClose, expected, label, submit, busy, act, children }: Props) => {
  const check = async (data: FormData) => {
    if (plain(String(data.get('confirmation') ?? '')) !== plain(expected))
      throw new FormError(`Per confermare scrivi ${expected}.`, 'confirmation')
    await act()
  }
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {children}
      <Form
        label={title}
        onSubmit={check}
        submit={submit}
        busy={busy}
        danger
        aside={
          <Button kind="plain" onClick={onClose}>
            Annulla
          </Button>
        }
      >
        <Field label={`${label}: ${expected}`} name="confirmation" required autoComplete="off" data-first />
      </Form>
    </Dialog>
  )
}
