import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH } from '#domain/listing-terms.ts'
import { nameSearchPath } from '#web/features/listings/search-path.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-form.module.css'

/** Without JavaScript the form asks /search?name=…, which leads to the same page. */
export const SearchForm = () => {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(nameSearchPath(String(new FormData(event.currentTarget).get('name') ?? '')))
  }
  return (
    <search className={styles.search}>
      <form action="/search" onSubmit={search} className={styles.form}>
        <input
          className={styles.input}
          name="name"
          type="search"
          maxLength={MAX_SEARCH}
          placeholder="Cerca negli annunci"
          aria-label="Cerca negli annunci"
          enterKeyHint="search"
        />
        <button className={styles.submit} type="submit">
          <Icon name="search" />
          <span className="visually-hidden">Cerca</span>
        </button>
      </form>
    </search>
  )
}
