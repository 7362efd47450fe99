import { changedSearch, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Shows or hides the map. A full load, because only the page with the map may load map tiles. */
export const ViewLink = ({ filters }: { filters: SearchFilters }) =>
  filters.vista ? (
    <ButtonLink to={changedSearch(filters, { vista: '' })} kind="outlined" preventScrollReset>
      <Icon name="list" size={20} />
      Solo elenco
    </ButtonLink>
  ) : (
    <ButtonLink to={changedSearch(filters, { vista: 'mappa' })} kind="outlined" reloadDocument>
      <Icon name="map" size={20} />
      Mappa
    </ButtonLink>
  )
