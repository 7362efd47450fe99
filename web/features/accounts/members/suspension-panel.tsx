import { useState } from 'react'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { MAX_SUSPENSION_REASON, suspensionTerm } from '#domain/accounts/suspension.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

type Props = { member: FullMember; onChange: () => void }

const Suspended = ({ member: { _id: id, suspension }, onChange }: Props) => {
  const lift = async () => {
    await call('DELETE /api/users/:id/suspension', { params: { id } })
    onChange()
  }
  return (
    <>
      <p>
        Sospeso {suspensionTerm(suspension?.until ?? null)}. Motivo: {suspension?.reason}
      </p>
      <ActionButton kind="outlined" act={lift}>
        Togli la sospensione
      </ActionButton>
    </>
  )
}

/** An admin suspends an account, or lifts the suspension. The member is notified of the reason and of how to object. */
export const SuspensionPanel = ({ member, onChange }: Props) => {
  const [until, setUntil] = useState('')
  const suspend = async (data: FormData) => {
    const body = { ...textsIn(data, 'reason'), ...(until ? { until } : {}) }
    await call('PUT /api/users/:id/suspension', { params: { id: member._id }, body })
    setUntil('')
    onChange()
  }
  return (
    <Panel
      id="sospensione"
      title="Sospensione"
      lead="Gli annunci spariscono e non può pubblicare, contattare, scrivere né pagare. Può leggere, scaricare i suoi dati e andarsene."
    >
      {member.suspension ? (
        <Suspended member={member} onChange={onChange} />
      ) : (
        <Form onSubmit={suspend} submit="Sospendi" busy="Sospendo…" danger>
          <DateField
            label="Fino al"
            name="until"
            day={until}
            onChange={setUntil}
            optional
            hint="Senza data la sospensione non scade."
          />
          <TextAreaField
            label="Motivo"
            name="reason"
            required
            rows={3}
            maxLength={MAX_SUSPENSION_REASON}
            hint="Lo legge la persona, che può fare ricorso."
          />
        </Form>
      )}
    </Panel>
  )
}
