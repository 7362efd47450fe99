import { Link } from 'react-router'
import { type SearchFilters, searchPath } from '#web/features/market/listings/search/search-path.ts'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

/** A page after the last one. */
export const BeyondLastPage = ({ filters, pages }: { filters: SearchFilters; pages: number }) => (
  <EmptyState title="I risultati finiscono prima">
    {pages === 1 ? 'C’è una pagina sola: ' : `Le pagine sono ${pages}: `}
    <Link to={searchPath({ ...filters, p: '1' })}>torna alla prima</Link>
    {pages > 1 && (
      <>
        {' '}
        o <Link to={searchPath({ ...filters, p: String(pages) })}>vai all’ultima</Link>
      </>
    )}
    .
  </EmptyState>
)
