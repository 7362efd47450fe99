import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#domain/suggestions.schema.ts'
import { categoryPath, nameSearchPath } from '#web/features/listings/search/search-path.ts'
import { getJson } from '#web/lib/api.ts'
import { Suggestions } from '#web/ui/form/suggestions.tsx'

const FEWEST_LETTERS = 2
const NOTES: Record<Suggestion['kind'], string | undefined> = {
  words: undefined,
  category: 'Categoria',
  listing: 'Annuncio',
}

const pathOf = ({ kind, text, id }: Suggestion): string => {
  if (kind === 'listing') return `/product/${id}`
  return kind === 'category' ? categoryPath(text) : nameSearchPath(text)
}

const find = async (text: string, signal: AbortSignal) => {
  const typed = text.trim()
  if (typed.length < FEWEST_LETTERS) return []
  const found = await getJson<Suggestion[]>(`/api/products/suggestions?${new URLSearchParams({ q: typed })}`, signal)
  return found.map((entry) => ({
    key: `${entry.kind} ${entry.id ?? entry.text}`,
    text: entry.text,
    note: NOTES[entry.kind],
    path: pathOf(entry),
  }))
}

/** What the search form suggests while one types; it comes with the first touch of the form, not with the page. */
export const SearchSuggestions = ({ input }: { input: RefObject<HTMLInputElement | null> }) => {
  const navigate = useNavigate()
  return (
    <Suggestions
      input={input}
      label="Suggerimenti"
      find={find}
      onPick={({ text, path }) => {
        if (input.current) input.current.value = text
        navigate(path)
      }}
    />
  )
}
