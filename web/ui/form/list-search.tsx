import { Form } from 'react-router'
import { MAX_SEARCH } from '#domain/listings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import styles from './list-search.module.css'

/** A GET form: what is searched for is in the URL, so that Back and bookmarks work. */
export const ListSearch = ({ action, q, placeholder }: { action: string; q: string; placeholder: string }) => (
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
      <Button type="submit">Cerca</Button>
    </Form>
  </search>
)
