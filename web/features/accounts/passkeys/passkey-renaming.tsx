import type { PasskeyView } from '#domain/accounts/passkeys.schema.ts'
import { MAX_PASSKEY_NAME } from '#domain/accounts/passkeys.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'

const TITLE = 'Rinomina la passkey'

type Props = { passkey: PasskeyView; open: boolean; onClose: () => void; onDone: (message: string) => void }

export const PasskeyRenaming = ({ passkey, open, onClose, onDone }: Props) => {
  const rename = async (data: FormData) => {
    const input = { params: { id: passkey._id }, body: textsIn(data, 'name') }
    const { name } = await call('PUT /api/passkeys/:id', input)
    onClose()
    onDone(`Ora si chiama «${name}».`)
  }
  return (
    <FormDialog title={TITLE} open={open} onClose={onClose} onSubmit={rename} submit="Salva" busy="Salvo…">
      <Field label="Nome" name="name" required maxLength={MAX_PASSKEY_NAME} defaultValue={passkey.name} />
    </FormDialog>
  )
}
