import { type ComponentProps, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Suggestion } from '#domain/market/suggestions.schema.ts'
import { callAsVisitor } from '#web/client.ts'
import { categoryPath, nameSearchPath, searchAt } from '#web/features/market/listings/search/search-path.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'

const MIN_LETTERS = 2
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
  if (typed.length < MIN_LETTERS) return []
  const found = await callAsVisitor('GET /api/products/suggestions', { query: { q: typed }, signal })
  return found.map((entry) => ({
    key: `${entry.kind} ${entry.id ?? entry.text}`,
    text: entry.text,
    note: NOTES[entry.kind],
    path: pathOf(entry),
  }))
}

/** The words of the search that the page shows; typed words stay until the page changes. */
const useSearchedName = () => {
  const name = searchAt(useLocation())?.name ?? ''
  const [shown, setShown] = useState(name)
  const [text, setText] = useState(name)
  if (name !== shown) {
    setShown(name)
    setText(name)
  }
  return [text, setText] as const
}

/** The text field of the header's search, with suggestions; picking one opens it. */
const SearchInput = (field: ComponentProps<'input'>) => {
  const navigate = useNavigate()
  const [text, setText] = useSearchedName()
  return (
    <Combobox
      {...field}
      value={text}
      onChange={setText}
      listLabel="Suggerimenti"
      find={find}
      onPick={(picked) => {
        setText(picked.text)
        navigate(picked.path)
      }}
    />
  )
}

export default SearchInput
