import { useState } from 'react'

type Outcome = { failure?: string; success?: string }

/** Runs an asynchronous action; a returned text is its success message. */
export const useAction = (act: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const run = async () => {
    if (busy) return
    setBusy(true)
    setOutcome({})
    try {
      const said = await act()
      if (typeof said === 'string') setOutcome({ success: said })
    } catch (error) {
      setOutcome({ failure: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, run }
}
