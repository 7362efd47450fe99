import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/** State of a list whose rows can be deleted. `message` tells what happened last, here or on the page before. */
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
    message: deleted ?? (location.state as { said?: string } | null)?.said,
    handlers: { onClose: () => setTarget(undefined), onDeleted },
  }
}
