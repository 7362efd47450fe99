import { useState } from 'react'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { CountedField } from '#web/ui/form/counted-field.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TagsField } from '#web/ui/form/tags-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const SIZES = [
  { value: 'a', label: 'Uno', note: 'con una nota' },
  { value: 'b', label: 'Due' },
] as const

const find = async (text: string) => ['Torino', 'Tortona', 'Trino'].filter((each) => each.startsWith(text)).map(entry)
const entry = (text: string) => ({ key: text, text })

const refuse = async () => {
  throw new Error('Un rifiuto del server, con che cosa fare.')
}

/** Every kind of field, without and with an error; submitting shows a failure. */
export const Fields = () => {
  const [title, setTitle] = useState('Pane')
  const [size, setSize] = useState<'a' | 'b'>('a')
  const [day, setDay] = useState('2026-12-25')
  const [combo, setCombo] = useState('')
  const [tags, setTags] = useState(['PANE', 'GRANO'])
  return (
    <Panel id="campi" title="Campi">
      <Form onSubmit={refuse} submit="Invia" busy="Un momento…">
        <Field label="Testo" name="text" hint="Una spiegazione." optional />
        <Field label="In sola lettura" name="fixed" defaultValue="Non si cambia" readOnly />
        <SelectField label="Scelta" name="select">
          <option>Torino</option>
          <option>Cuneo</option>
        </SelectField>
        <CountedField
          label="Con il conto"
          name="counted"
          value={title}
          maxLength={20}
          onChange={(event) => setTitle(event.target.value)}
        />
        <DateField label="Data" name="day" day={day} onChange={setDay} />
        <TextAreaField label="Più righe" name="area" maxLength={200} />
        <PasswordField label="Password" name="password" />
        <ChoiceField legend="Una di poche" name="choice" choices={SIZES} value={size} onChoose={setSize} />
        <TagsField
          label="Hashtag"
          name="tags"
          hint="Invio, virgola o Tab."
          parse={(text) => [text.trim().toUpperCase()].filter(Boolean)}
          tags={tags}
          onChange={setTags}
          maxLength={20}
          recent={['MIELE']}
          uppercase
        />
        <ComboboxField
          label="Con suggerimenti"
          name="combo"
          value={combo}
          onChange={setCombo}
          find={find}
          onPick={() => {}}
        />
        <CheckField label="Da spuntare" name="check" hint="Con una spiegazione." />
      </Form>
      <FormErrors value={{ wrong: 'Compila questo campo.', chosen: 'Scegline una.' }}>
        <Field label="Con un errore" name="wrong" />
        <SelectField label="Scelta con un errore" name="chosen">
          <option />
        </SelectField>
      </FormErrors>
    </Panel>
  )
}
