import type { ReactNode } from 'react'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'

type Props = {
  title: string
  /** Name of the form; the title if missing. */
  label?: string
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
  submit: string
  busy?: string
  /** Text of the button that closes it. */
  cancel?: string
  danger?: boolean
  children: ReactNode
}

/** A dialog that asks for confirmation of an action; the focus is on "cancel". */
export const Confirmation = ({ title, label = title, onConfirm, children, ...dialog }: Props) => (
  <FormDialog {...dialog} title={title} label={label} onSubmit={onConfirm} intro={children} focusCancel>
    {null}
  </FormDialog>
)
