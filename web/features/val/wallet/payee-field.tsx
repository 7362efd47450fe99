import { useState } from 'react'
import { MAX_RECIPIENT } from '#domain/val/transfers.ts'
import { callInBackground } from '#web/client.ts'
import type { Suggestion } from '#web/ui/form/combobox.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'

const find = async (q: string, signal: AbortSignal): Promise<Suggestion[]> => {
  const { people } = await callInBackground('GET /api/wallet/recipients', { query: { q: q.trim() }, signal })
  return people.map(({ username, name }) => ({
    key: username,
    text: name,
    ...(name === username ? {} : { note: username }),
  }))
}

/** A member, found by name among those with whom one has exchanged VAL and those who offer something; or typed as username. */
export const PayeeField = ({ name }: { name: 'to' | 'from' }) => {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Suggestion>()
  const pick = (person: Suggestion) => {
    setText(person.key)
    setPicked(person)
  }
  return (
    <ComboboxField
      label="A chi"
      name={name}
      value={text}
      onChange={setText}
      find={find}
      onPick={pick}
      maxLength={MAX_RECIPIENT}
      required
      pattern=".*\S.*"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={picked && picked.key === text ? picked.text : 'Scrivi il nome e scegli, oppure il nome utente.'}
    />
  )
}
