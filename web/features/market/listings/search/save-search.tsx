import { Link } from 'react-router'
import { call } from '#web/client.ts'
import {
  countFilters,
  queryOf,
  type SearchFilters,
  searchPath,
} from '#web/features/market/listings/search/search-path.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './save-search.module.css'

type Props = { filters: SearchFilters; kind?: 'filled' | 'outlined'; label?: string }

/** Saves the search, so that the member is notified of new listings. Without words, place or filters there is no button. */
export const SaveSearch = ({ filters, kind = 'outlined', label = 'Avvisami' }: Props) => {
  const isMember = useUserInfo() !== null
  const { busy, outcome, run } = useAction(async () => {
    await call('POST /api/alerts', { body: { query: queryOf(filters) } })
    return 'Ricerca salvata: ti avvisiamo quando arriva qualcosa.'
  })
  if (!(filters.name || filters.near || countFilters(filters) > 0)) return null
  const content = (
    <>
      <Icon name="bell" size={20} />
      {label}
    </>
  )
  if (!isMember)
    return (
      <ButtonLink to={signInPath(searchPath({ ...filters, p: '1' }))} kind={kind}>
        {content}
      </ButtonLink>
    )
  return (
    <>
      <Button kind={kind} disabled={busy} onClick={() => void run()}>
        {content}
      </Button>
      {(outcome.failure || outcome.success) && (
        <div className={styles.outcome}>
          {outcome.failure ? (
            <Alert>{outcome.failure}</Alert>
          ) : (
            <Alert tone="success">
              {outcome.success} <Link to="/avvisi-salvati">Le tue ricerche</Link>
            </Alert>
          )}
        </div>
      )}
    </>
  )
}
