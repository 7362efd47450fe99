import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dative } from '#domain/accounts/names.ts'
import type { ReviewView } from '#domain/market/listings.schema.ts'
import { MAX_REPLY } from '#domain/market/reviews.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** A button that opens the form with which the owner answers a review. */
export const ReplyForm = ({ review }: { review: ReviewView }) => {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const send = async (data: FormData) => {
    await call('PUT /api/reviews/:id/reply', { params: { id: review._id }, body: textsIn(data, 'text') })
    await revalidate()
  }
  if (!isOpen)
    return (
      <Button kind="outlined" onClick={() => setOpen(true)} aria-label={`Rispondi ${dative(review.name)}`}>
        Rispondi
      </Button>
    )
  return (
    <Form label={`Risposta ${dative(review.name)}`} onSubmit={send} submit="Pubblica la risposta" busy="Invio…">
      <TextAreaField
        label="La tua risposta"
        name="text"
        required
        autoFocus
        rows={3}
        maxLength={MAX_REPLY}
        hint="La leggono tutti. Puoi rispondere una volta sola."
      />
    </Form>
  )
}
