import { useState } from 'react'
import type { DeskCard } from '#domain/accounts/desk.schema.ts'
import { MAX_NAME, MAX_USERNAME } from '#domain/accounts/members.ts'
import { call } from '#web/client.ts'
import { Card } from '#web/features/accounts/desk/card.tsx'
import { PinField } from '#web/features/accounts/desk/pin-field.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

export const RegisterPerson = () => {
  const [card, setCard] = useState<DeskCard>()
  const register = async (data: FormData) =>
    setCard(
      await call('POST /api/desk/members', { body: textsIn(data, 'username', 'name', 'surname', 'phone', 'pin') }),
    )
  return (
    <Panel
      id="nuova-persona"
      title="Iscrivi una persona senza e-mail"
      lead="Riceve un portafoglio e una tessera da stampare. Il PIN lo sceglie e lo scrive lei, senza che tu lo veda."
    >
      {card ? (
        <Card card={card} onDone={() => setCard(undefined)} />
      ) : (
        <Form onSubmit={register} submit="Iscrivi" busy="Iscrivo…">
          <Field label="Nome" name="name" required maxLength={MAX_NAME} autoComplete="off" />
          <Field label="Cognome" name="surname" required maxLength={MAX_NAME} autoComplete="off" />
          <Field label="Nome utente" name="username" required maxLength={MAX_USERNAME} autoComplete="off" />
          <PhoneField label="Telefono" name="phone" optional autoComplete="off" />
          <PinField />
          <p>Iscrivendosi accetta le condizioni d’uso e l’informativa sulla privacy: falle leggere.</p>
        </Form>
      )}
    </Panel>
  )
}
