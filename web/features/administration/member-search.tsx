import { useSubmit } from 'react-router'
import { MEMBER_SORT_ORDERS, type MemberSort } from '#domain/members.ts'
import { SelectField } from '#web/ui/form/field.tsx'
import { ListSearch } from '#web/ui/form/list-search.tsx'

const ORDER_NAMES: Record<MemberSort, string> = {
  newest: 'Dal più recente',
  oldest: 'Dal meno recente',
  username: 'Per nome utente',
  email: 'Per e-mail',
}

export const MemberSearch = ({ q, order }: { q: string; order: string }) => {
  const submit = useSubmit()
  return (
    <ListSearch action="/userlist" q={q} placeholder="Nome utente, nome o e-mail">
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
    </ListSearch>
  )
}
