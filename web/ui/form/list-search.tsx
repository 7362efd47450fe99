import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import styles from './list-search.module.css'

type Props = {
  action: string
  q: string
  placeholder: string
  /** Another field. */
  children?: ReactNode
}

/** A GET form: the search is in the URL, so that Back and bookmarks work. */
export const ListSearch = ({ action, q, placeholder, children }: Props) => (
  <search>
    <Form action={action} className={styles.search}>
      <Field
        key={q}
        label="Cerca"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={MAX_SEARCH}
        placeholder={placeholder}
        enterKeyHint="search"
      />
      {children}
      <Button type="submit">Cerca</Button>
    </Form>
  </search>
)
