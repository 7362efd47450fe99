import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/** State of a list with deletable rows. `message` is about the last deletion, or passed by the previous page in the location state. */
export const useDeletion = <T>() => {
  const { revalidate } = useRevalidator()
  const location = useLocation()
  const [target, setTarget] = useState<T>()
  const [deleted, setDeleted] = useState<string>()
  const onDeleted = async (message: string) => {
    setTarget(undefined)
    setDeleted(message)
    await revalidate()
  }
  return {
    target,
    setTarget,
    message: deleted ?? (location.state as { message?: string } | null)?.message,
    handlers: { onClose: () => setTarget(undefined), onDeleted },
  }
}
