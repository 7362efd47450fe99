import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { MEMBER_SORT_ORDERS, type MemberSort } from '#domain/accounts/members.ts'
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
  const [chosen, setChosen] = useState(order)
  // "Back" changes the order too. A key would replace the select, and the focus would be lost.
  useEffect(() => setChosen(order), [order])
  return (
    <ListSearch action="/userlist" q={q} placeholder="Nome utente, nome o e-mail">
      <SelectField
        label="Ordine"
        name="order"
        value={chosen || MEMBER_SORT_ORDERS[0]}
        onChange={({ currentTarget: { value, form } }) => {
          setChosen(value)
          submit(form)
        }}
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
