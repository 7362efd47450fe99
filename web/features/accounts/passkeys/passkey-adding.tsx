import { MAX_PASSKEY_NAME } from '#domain/accounts/passkeys.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { endPasskeyOffer } from '#web/lib/session/passkey-offer.ts'
import { addPasskey } from '#web/lib/session/passkeys.ts'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

const TITLE = 'Aggiungi una passkey'

const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Telefono Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Computer Windows'],
  [/Linux/, 'Computer Linux'],
]

const deviceName = (): string => DEVICES.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? ''

type Props = { email: string; open: boolean; onClose: () => void; onDone: (message: string) => void }

export const PasskeyAdding = ({ email, open, onClose, onDone }: Props) => {
  const add = async (data: FormData) => {
    const { name } = await addPasskey(textsIn(data, 'name', 'password'))
    endPasskeyOffer()
    onClose()
    onDone(`La passkey «${name}» è pronta: la prossima volta puoi accedere con questa.`)
  }
  return (
    <FormDialog
      title={TITLE}
      open={open}
      onClose={onClose}
      onSubmit={add}
      submit="Aggiungi"
      intro={<p>Il dispositivo ti chiederà l’impronta, il viso o il PIN: restano lì, noi non li riceviamo.</p>}
    >
      <Field
        label="Nome"
        name="name"
        hint="Per riconoscerla: il dispositivo o chi la conserva."
        required
        maxLength={MAX_PASSKEY_NAME}
        defaultValue={open ? deviceName() : ''}
      />
      {/* Password managers need the username beside the password. */}
      <input type="hidden" autoComplete="username" defaultValue={email} />
      <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
    </FormDialog>
  )
}
