import { useState } from 'react'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { CurrentPasswordField } from '#web/features/accounts/profile/current-password-field.tsx'
import { useSaveProfile } from '#web/features/accounts/profile/save-profile.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

export const EmailChange = ({ member }: { member: FullMember }) => {
  const save = useSaveProfile()
  // A new key empties the fields after saving.
  const [round, setRound] = useState(0)
  const change = async (data: FormData) => {
    const { email, currentPassword } = textsIn(data, 'email', 'currentPassword')
    await save({ email, currentPassword })
    setRound(round + 1)
    return `Ti abbiamo scritto a ${email}: il nuovo indirizzo vale quando apri il link che trovi lì.`
  }
  return (
    <Panel
      id="email"
      title="E-mail"
      lead={`Il tuo indirizzo è ${member.email}. Se lo cambi, avvisiamo anche quello di prima.`}
    >
      {member.pendingEmail && (
        <Alert tone="notice">
          In attesa di conferma: {member.pendingEmail}. Apri il link che ti abbiamo inviato lì.
        </Alert>
      )}
      <Form label="E-mail" onSubmit={change} submit="Cambia l’e-mail" busy="Salvo…">
        <div className={columns.pair} key={round}>
          <EmailField label="Nuova e-mail" name="email" autoComplete="email" />
          <CurrentPasswordField />
        </div>
      </Form>
    </Panel>
  )
}
