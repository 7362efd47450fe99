import { MAX_FACTS } from '#domain/association/reports.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

export const ObjectionForm = ({ id, onSent }: { id: string; onSent: () => void }) => {
  const send = async (data: FormData) => {
    await call('POST /api/decisions/:id/objection', { params: { id }, body: textsIn(data, 'text') })
    onSent()
  }
  return (
    <Form onSubmit={send} submit="Fai ricorso" busy="Invio…" label="Ricorso">
      <TextAreaField
        label="Perché non sei d’accordo"
        name="text"
        required
        rows={5}
        maxLength={MAX_FACTS}
        hint="Il ricorso è gratuito e si fa una volta. Decide un’altra persona che amministra, se c’è."
      />
    </Form>
  )
}
