import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { MAX_COMMENT, RATING_NAMES, REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'
import { call } from '#web/client.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const RATING_CHOICES = RATING_NAMES.map((name, index) => ({ value: String(index + 1), label: `${index + 1} ${name}` }))

const ReviewFields = ({ listing, onSent }: { listing: Listing; onSent: () => void }) => {
  const [rating, setRating] = useState('')
  const { revalidate } = useRevalidator()
  const send = async (data: FormData) => {
    const comment = String(data.get('comment') ?? '').trim()
    if (!rating || !comment) throw new FormError(REVIEW_INCOMPLETE)
    const params = { id: listing._id }
    await call('POST /api/products/:id/reviews', { params, body: { rating: Number(rating), comment } })
    onSent()
    await revalidate()
  }
  return (
    <Form label="La tua recensione" onSubmit={send} submit="Invia" busy="Invio…">
      <ChoiceField legend="Valutazione" name="rating" choices={RATING_CHOICES} value={rating} onChoose={setRating} />
      <TextAreaField label="Commento" name="comment" maxLength={MAX_COMMENT} />
    </Form>
  )
}

/** The review form, or the reason why the member cannot review. */
export const ReviewForm = ({ listing, user }: { listing: Listing; user: UserInfo }) => {
  const [sent, setSent] = useState(false)
  if (user._id === listing.seller._id) return null
  if (sent) return <Alert tone="success">Grazie! La tua recensione è pubblicata.</Alert>
  if (!user.verified) return <Alert tone="notice">{MESSAGES.unverified}</Alert>
  if (listing.reviews.some(({ name }) => name === user.username)) return <p>{MESSAGES.alreadyReviewed}</p>
  return (
    <>
      <h3>Scrivi una recensione</h3>
      <ReviewFields listing={listing} onSent={() => setSent(true)} />
    </>
  )
}
