import { Form, useSubmit } from 'react-router'
import { MAX_SEARCH } from '#domain/listings.ts'
import { MEMBER_SORT_ORDERS, type MemberSort } from '#domain/members.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import styles from './administration.module.css'

const ORDER_NAMES: Record<MemberSort, string> = {
  newest: 'Dal più recente',
  oldest: 'Dal meno recente',
  username: 'Per nome utente',
  email: 'Per e-mail',
}

/** A GET form: query and order are in the URL, so that Back and bookmarks work. */
export const MemberSearch = ({ q, order }: { q: string; order: string }) => {
  const submit = useSubmit()
  return (
    <search>
      <Form action="/userlist" className={styles.search}>
        <Field
          key={q}
          label="Cerca"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={MAX_SEARCH}
          placeholder="Nome utente, nome o e-mail"
          enterKeyHint="search"
        />
        <SelectField
          key={`order-${order}`}
          label="Ordine"
          name="order"
          defaultValue={order || MEMBER_SORT_ORDERS[0]}
          onChange={(event) => submit(event.currentTarget.form)}
        >
          {MEMBER_SORT_ORDERS.map((each) => (
            <option key={each} value={each}>
              {ORDER_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <Button type="submit">Cerca</Button>
      </Form>
    </search>
  )
}
