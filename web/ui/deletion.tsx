import { type ReactNode, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { Confirmation } from '#web/ui/confirmation.tsx'

/** State of a list with deletable rows. `message` is about the last deletion, or passed by the previous page in the location state. */
export const useDeletion = <T,>() => {
  const { revalidate } = useRevalidator()
  const location = useLocation()
  const [target, setTarget] = useState<T>()
  const [deleted, setDeleted] = useState<string>()
  const finish = async (message: string) => {
    setTarget(undefined)
    setDeleted(message)
    await revalidate()
  }
  return {
    target,
    setTarget,
    finish,
    message: deleted ?? (location.state as { message?: string } | null)?.message,
  }
}

type Props<T> = {
  title: string
  label: string
  deletion: ReturnType<typeof useDeletion<T>>
  remove: (target: T) => Promise<{ message: string }>
  /** What else the deletion removes. */
  children: (target: T) => ReactNode
}

/** Asks for confirmation before a deletion; the focus is on "cancel". */
export const Deletion = <T,>({ title, label, deletion, remove, children }: Props<T>) => {
  const { target, setTarget, finish } = deletion
  return (
    <Confirmation
      title={title}
      label={label}
      open={target !== undefined}
      onClose={() => setTarget(undefined)}
      onConfirm={async () => target !== undefined && finish((await remove(target)).message)}
      submit="Cancella"
      busy="Cancello…"
      danger
    >
      {target !== undefined && children(target)}
    </Confirmation>
  )
}
