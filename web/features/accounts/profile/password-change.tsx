import { useState } from 'react'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { CurrentPasswordField } from '#web/features/accounts/profile/current-password-field.tsx'
import { NewPasswordFields, passwordMismatch } from '#web/features/accounts/profile/new-password-fields.tsx'
import { useSaveProfile } from '#web/features/accounts/profile/save-profile.ts'
import { Form } from '#web/ui/form/form.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'

export const PasswordChange = ({ member }: { member: FullMember }) => {
  const save = useSaveProfile()
  // A new key empties the fields after saving.
  const [round, setRound] = useState(0)
  const change = async (data: FormData) => {
    const password = String(data.get('password'))
    const message = await save({ password, currentPassword: String(data.get('currentPassword')) })
    setRound(round + 1)
    return message
  }
  return (
    <Panel id="password" title="Password" lead="Se la cambi esci da tutti gli altri dispositivi, non da questo.">
      <Form label="Password" check={passwordMismatch} onSubmit={change} submit="Cambia la password" busy="Salvo…">
        {/* Password managers need the username beside the password. */}
        <input type="hidden" autoComplete="username" defaultValue={member.email} />
        <div className={columns.pair} key={round}>
          <div className={columns.whole}>
            <CurrentPasswordField />
          </div>
          <NewPasswordFields />
        </div>
      </Form>
    </Panel>
  )
}
