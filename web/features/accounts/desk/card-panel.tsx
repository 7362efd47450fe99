import { useState } from 'react'
import type { DeskCard } from '#domain/accounts/desk.schema.ts'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { call } from '#web/client.ts'
import { Card } from '#web/features/accounts/desk/card.tsx'
import { PinField } from '#web/features/accounts/desk/pin-field.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** An admin gives a member without e-mail a new card for the desk. */
export const CardPanel = ({ member: { _id: id } }: { member: FullMember }) => {
  const [card, setCard] = useState<DeskCard>()
  const replace = async (data: FormData) =>
    setCard(await call('PUT /api/desk/members/:id/card', { params: { id }, body: textsIn(data, 'pin') }))
  return (
    <Panel
      id="tessera"
      title="Tessera dello sportello"
      lead="Se la tessera è persa o bloccata dopo troppi PIN sbagliati, dai alla persona una tessera nuova: quella di prima non vale più."
    >
      {card ? (
        <Card card={card} onDone={() => setCard(undefined)} />
      ) : (
        <Form onSubmit={replace} submit="Nuova tessera" busy="Preparo…">
          <PinField />
        </Form>
      )}
    </Panel>
  )
}
