import { MAX_PASSKEY_NAME } from '#domain/passkeys.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { endPasskeyOffer } from '#web/lib/passkey-offer.ts'
import { addPasskey } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
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
    <Dialog title={TITLE} open={open} onClose={onClose}>
      <p>Il dispositivo ti chiederà l’impronta, il viso o il PIN: restano lì, noi non li riceviamo.</p>
      <Form
        label={TITLE}
        onSubmit={add}
        submit="Aggiungi"
        busy="Un momento…"
        aside={
          <Button kind="plain" onClick={onClose}>
            Annulla
          </Button>
        }
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
      </Form>
    </Dialog>
  )
}
