import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH } from '#domain/listings.ts'
import { nameSearchPath } from '#web/features/listings/search/search-path.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-form.module.css'

const SearchSuggestions = lazy(async () => ({
  default: (await import('#web/shell/header/search-suggestions.tsx')).SearchSuggestions,
}))

/** Without JavaScript the form asks /search?name=…, which leads to the same page. */
export const SearchForm = () => {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [touched, setTouched] = useState(false)
  // Some are quicker than the scripts.
  useEffect(() => setTouched(document.activeElement === input.current), [])
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(nameSearchPath(String(new FormData(event.currentTarget).get('name') ?? '')))
  }
  return (
    <search className={styles.search}>
      <form action="/search" onSubmit={search} className={styles.form}>
        <input
          ref={input}
          className={styles.input}
          name="name"
          type="text"
          role="combobox"
          aria-expanded="false"
          autoComplete="off"
          onFocus={() => setTouched(true)}
          maxLength={MAX_SEARCH}
          placeholder="Cerca negli annunci"
          aria-label="Cerca negli annunci"
          enterKeyHint="search"
        />
        <button className={styles.submit} type="submit">
          <Icon name="search" />
          <span className="visually-hidden">Cerca</span>
        </button>
        {touched && (
          <Suspense>
            <SearchSuggestions input={input} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
