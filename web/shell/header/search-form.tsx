import { type ComponentProps, type FormEvent, lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { nameSearchPath } from '#web/features/market/listings/search/search-path.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-form.module.css'

const FIELD = {
  name: 'name',
  className: styles.input,
  maxLength: MAX_SEARCH,
  placeholder: 'Cerca',
  'aria-label': 'Cerca negli annunci',
  enterKeyHint: 'search',
} as const

// Loaded separately, so that no page waits for the combobox: React hydrates the server's input once it is loaded.
// If it cannot be loaded, a plain input searches as well.
const SearchInput = lazy(() =>
  import('#web/shell/header/search-input.tsx').catch(() => ({
    default: (field: ComponentProps<'input'>) => <input {...field} />,
  })),
)

/** Without JavaScript the form requests /search?name=…, which redirects to the same page. */
export const SearchForm = () => {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(nameSearchPath(String(new FormData(event.currentTarget).get('name') ?? '')))
  }
  return (
    <search className={styles.search}>
      <form action="/search" onSubmit={search} className={styles.form}>
        <Suspense fallback={<input {...FIELD} />}>
          <SearchInput {...FIELD} />
        </Suspense>
        <button className={styles.submit} type="submit">
          <Icon name="search" />
          <span className="visually-hidden">Cerca</span>
        </button>
      </form>
    </search>
  )
}
