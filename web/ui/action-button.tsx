import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** A returned text is shown as success, a thrown error as failure. */
  act: () => Promise<unknown>
  /** Text of the button while the action runs; its own text if missing. */
  busy?: string
}

/** A button that runs an action and shows the outcome after it. */
export const ActionButton = ({ act, busy: busyText, disabled, children, ...button }: Props) => {
  const { busy, outcome, run } = useAction(act)
  return (
    <>
      <Button {...button} onClick={() => run()} disabled={busy || disabled}>
        {(busy && busyText) || children}
      </Button>
      <Outcome {...outcome} />
    </>
  )
}
