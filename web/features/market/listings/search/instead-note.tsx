import { Link } from 'react-router'
import type { Instead } from '#domain/market/listings.schema.ts'
import { changedSearch, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'
import { Alert } from '#web/ui/state/alert.tsx'

type Searched = { filters: SearchFilters; instead: Instead; isFound: boolean }

const insteadText = ({ filters: { name }, instead: { words, isFree, isAny }, isFound }: Searched): string => {
  const sentences: string[] = []
  if (words) {
    const asked = `«${words}»${isFree ? ' gratis' : ''}`
    sentences.push(`Nessun risultato per «${name}»${isFound ? `: ecco ${asked}.` : `, né per ${asked}.`}`)
  } else if (isFree) sentences.push(`Per «${name}» cerchiamo doni e annunci che non costano nulla.`)
  if (isAny && isFound) sentences.push('Nessun annuncio ha tutte le parole: questi ne hanno almeno una.')
  return sentences.join(' ')
}

/** Says what was searched for instead of the words as typed, with a link that searches for exactly these. */
export const InsteadNote = (searched: Searched) => {
  const text = insteadText(searched)
  if (!text) return null
  const { filters } = searched
  return (
    <Alert tone="notice">
      {text} <Link to={changedSearch(filters, { exact: '1' })}>Cerca proprio «{filters.name}»</Link>
    </Alert>
  )
}

/** The search that was really made. */
export const asSearched = (filters: SearchFilters, instead: Instead | null): SearchFilters => ({
  ...filters,
  ...(instead?.words && { name: instead.words }),
  ...(instead?.words && instead.isFree && { free: '1' }),
})
