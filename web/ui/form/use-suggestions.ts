import { useEffect, useState } from 'react'

export type FindSuggestions<T> = (text: string, signal: AbortSignal) => Promise<T[]>

const DEBOUNCE_MS = 120

/** Suggestions for a text while `wanted`; none after a failed request, since any text can be typed. */
export const useSuggestions = <T>(text: string, find: FindSuggestions<T>, wanted: boolean): T[] => {
  const [suggestions, setSuggestions] = useState<T[]>([])
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const found = await find(text, abort.signal).catch(() => [])
      if (!abort.signal.aborted) setSuggestions(found)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, find, wanted])
  if (!wanted && suggestions.length > 0) setSuggestions([])
  return suggestions
}
