import { useState } from 'react'

type Outcome = { failure?: string; success?: string }

/** Runs an asynchronous action; a returned text is its success message. */
export const useAction = <A extends unknown[]>(act: (...args: A) => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const run = async (...args: A) => {
    if (busy) return
    setBusy(true)
    setOutcome({})
    try {
      const message = await act(...args)
      if (typeof message === 'string') setOutcome({ success: message })
    } catch (error) {
      setOutcome({ failure: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, run }
}
