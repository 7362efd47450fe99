import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PIN_DIGITS, PIN_PATTERN } from '#domain/accounts/desk.ts'
import { MAX_USERNAME } from '#domain/accounts/members.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { startActing } from '#web/lib/session/acting.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

type Way = 'card' | 'code'
const WAYS = [
  { value: 'card', label: 'Tessera e PIN' },
  { value: 'code', label: 'Codice sul telefono' },
] as const

const CodeFields = () => {
  const [username, setUsername] = useState('')
  const mailCode = async () => (await call('POST /api/desk/codes', { body: { username } })).message
  return (
    <>
      <Field
        label="Nome utente"
        name="username"
        required
        maxLength={MAX_USERNAME}
        autoComplete="off"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <ActionButton kind="outlined" act={mailCode} disabled={username.trim() === ''}>
        Manda il codice alla sua e-mail
      </ActionButton>
      <Field
        label="Codice"
        name="code"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Lo trova anche nel suo profilo, in «Accesso e sicurezza»."
      />
    </>
  )
}

export const BeginActing = () => {
  const [way, setWay] = useState<Way>('card')
  const navigate = useNavigate()
  const begin = async (data: FormData) => {
    const body = way === 'card' ? textsIn(data, 'card', 'pin') : textsIn(data, 'username', 'code')
    const { actingUntil, actor, ...user } = await call('POST /api/desk/sessions', { body })
    startActing({ until: actingUntil, user })
    await navigate('/avvisi')
  }
  return (
    <Panel
      id="agire"
      title="Agisci per chi è presente"
      lead="Parti dalle sue notifiche; puoi pubblicare, rispondere e pagare, entro la somma del giorno. Vale mezz’ora, e tutto resta nel registro."
    >
      <Form onSubmit={begin} submit="Comincia" busy="Controllo…">
        <ChoiceField legend="Come conferma" name="way" choices={WAYS} value={way} onChoose={setWay} />
        {way === 'card' ? (
          <>
            <Field label="Codice della tessera" name="card" required autoComplete="off" />
            <PasswordField
              label="PIN"
              name="pin"
              required
              inputMode="numeric"
              pattern={PIN_PATTERN}
              maxLength={PIN_DIGITS}
              autoComplete="off"
              hint="Lo scrive la persona."
            />
          </>
        ) : (
          <CodeFields />
        )}
      </Form>
    </Panel>
  )
}
