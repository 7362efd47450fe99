import { Link } from 'react-router'
import { DISTANCES } from '#domain/market/listings.ts'
import { soughtTitle } from '#domain/market/sought.ts'
import { useMissedSearch } from '#web/features/market/listings/search/missed-search.ts'
import { SaveSearch } from '#web/features/market/listings/search/save-search.tsx'
import {
  changedSearch,
  countFilters,
  type SearchFilters,
  searchPath,
  withoutFilters,
} from '#web/features/market/listings/search/search-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './nothing-found.module.css'

type Props = { filters: SearchFilters; marketUrl: string }

const Wider = ({ filters }: { filters: SearchFilters }) => {
  const wider = DISTANCES.find((km) => Number(km) > Number(filters.km))
  return (
    <>
      {wider && (
        <ButtonLink to={changedSearch(filters, { km: wider })} kind="outlined">
          Cerca entro {wider} km
        </ButtonLink>
      )}
      <ButtonLink to={changedSearch(filters, { near: '' })} kind="outlined">
        Cerca dappertutto
      </ButtonLink>
    </>
  )
}

/** The editor of a new «Cerco», filled in from the search. */
const soughtPath = ({ name, category, max }: SearchFilters): string => {
  const query = new URLSearchParams({ cerco: name })
  if (category) query.set('category', category)
  if (max !== '0') query.set('max', max)
  return `/pubblica?${query}`
}

/** What to do when nothing matches: save the search, publish a «Cerco», widen the search or remove filters. */
export const NothingFound = ({ filters, marketUrl }: Props) => {
  const count = countFilters(filters)
  useMissedSearch(filters)
  return (
    <EmptyState title="Nessun annuncio trovato">
      <div className={styles.ways}>
        {filters.near && <Wider filters={filters} />}
        {count > 0 && (
          <ButtonLink to={searchPath(withoutFilters(filters))} kind="outlined">
            {count === 1 ? 'Togli il filtro' : 'Togli i filtri'}
          </ButtonLink>
        )}
        <SaveSearch key={searchPath(filters)} filters={filters} kind="filled" label="Avvisami quando arriva" />
        <ButtonLink to={soughtPath(filters)} kind="outlined">
          {filters.name ? `Pubblica «${soughtTitle(filters.name)}»` : 'Pubblica un «Cerco»'}
        </ButtonLink>
      </div>
      <p>
        Con «Cerco» chi ce l’ha vedrà che lo cerchi e potrà risponderti. Puoi anche provare con altre parole, o{' '}
        <a href={marketUrl} rel="noopener">
          guardare nel mercato della comunità
        </a>
        .
      </p>
      {filters.name && (
        <p>
          <Link to="/search">Vedi tutti gli annunci</Link>
        </p>
      )}
    </EmptyState>
  )
}
