import type { PasskeyView } from '#domain/accounts/passkeys.schema.ts'
import { call } from '#web/client.ts'
import { useProof } from '#web/lib/session/use-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProofForm } from '#web/ui/form/proof-form.tsx'

const TITLE = 'Rimuovi la passkey'

type Props = { passkey: PasskeyView; open: boolean; onClose: () => void; onDone: (message: string) => void }

export const PasskeyRemoval = ({ passkey: { _id, name }, open, onClose, onDone }: Props) => {
  const proof = useProof(open)
  const remove = async (data: FormData) => {
    const body = await proof.prove({ purpose: 'remove', id: _id }, data)
    const { message } = await call('POST /api/passkeys/:id/remove', { params: { id: _id }, body })
    onClose()
    onDone(message)
  }
  return (
    <Dialog title={TITLE} open={open} onClose={onClose}>
      <p>Con «{name}» non potrai più accedere. Cancellala poi anche dal dispositivo, tra le sue password.</p>
      <ProofForm
        label={TITLE}
        method={proof.method}
        onPassword={proof.choosePassword}
        onSubmit={remove}
        submit="Rimuovi"
        busy="Rimuovo…"
        danger
        aside={
          <Button kind="plain" onClick={onClose}>
            Annulla
          </Button>
        }
      />
    </Dialog>
  )
}
