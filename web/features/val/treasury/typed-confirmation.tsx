import type { ReactNode } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { FormError } from '#web/ui/form/form-state.ts'

/** For what goes beyond the sum that an admin may give alone in a day. */
export const SECOND_YES =
  'È più di quanto una sola persona può dare in 24 ore: parte solo con il sì di un’altra persona che amministra.'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** What has to be typed, as it is shown; undefined if a click is enough. */
  expected: string | undefined
  label: string
  submit: string
  busy?: string
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

/** Requires an amount or a date to be typed before an action with large consequences. */
export const TypedConfirmation = ({ expected, label, act, children, ...dialog }: Props) => {
  const check = async (data: FormData) => {
    if (expected !== undefined && plain(String(data.get('confirmation') ?? '')) !== plain(expected))
      throw new FormError(`Per confermare scrivi ${expected}.`, 'confirmation')
    await act()
  }
  return (
    <FormDialog {...dialog} intro={children} onSubmit={check} danger={expected !== undefined}>
      {expected !== undefined && (
        <Field label={`${label}: ${expected}`} name="confirmation" required autoComplete="off" data-first />
      )}
    </FormDialog>
  )
}
