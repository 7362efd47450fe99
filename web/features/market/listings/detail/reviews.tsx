import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { nameAmong } from '#domain/accounts/names.ts'
import { formatDate } from '#domain/base/dates.ts'
import type { Listing, ReviewView } from '#domain/market/listings.schema.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Comment, Comments } from '#web/ui/data/comment.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './reviews.module.css'

// Loaded only for signed-in members.
const ReviewForm = lazy(async () => ({
  default: (await import('#web/features/market/listings/detail/review-form.tsx')).ReviewForm,
}))
// Loaded only for the owner.
const ReplyForm = lazy(async () => ({
  default: (await import('#web/features/market/listings/detail/reply-form.tsx')).ReplyForm,
}))

const ReviewFormOrSignIn = ({ listing }: { listing: Listing }) => {
  const user = useUserInfo()
  return (
    <div className={styles.writing}>
      {user && (
        <Suspense>
          <ReviewForm listing={listing} user={user} />
        </Suspense>
      )}
      <p className={`${styles.prompt} for-visitors`}>
        <Link to={signInPath(`/product/${listing._id}`)}>Accedi</Link> per scrivere una recensione.
      </p>
    </div>
  )
}

const Origin = ({ review }: { review: ReviewView }) =>
  review.verifiedExchange ? (
    <p className={styles.verified}>
      <Icon name="check" size={16} />
      Scambio verificato
    </p>
  ) : (
    <p className={styles.unverified}>senza scambio</p>
  )

/** The owner's answer, or the form for it. */
const Reply = ({ review, listing: { seller } }: { review: ReviewView; listing: Listing }) => {
  const isOwner = useUserInfo()?._id === seller._id
  if (review.reply)
    return (
      <div className={styles.reply}>
        <p className={styles.replyTop}>
          <strong>Risposta di {seller.seller.name || seller.username}</strong>
          <time dateTime={review.reply.at}>{formatDate(review.reply.at)}</time>
        </p>
        <p className={styles.replyText}>{review.reply.text}</p>
      </div>
    )
  // The desk cannot answer for a member.
  if (!isOwner || isActing()) return null
  return (
    <div className={`${styles.replying} on-screen`}>
      <Suspense>
        <ReplyForm review={review} />
      </Suspense>
    </div>
  )
}

const asPerson = ({ name, shownName }: ReviewView) => ({ name: shownName, username: name })

export const Reviews = ({ listing }: { listing: Listing }) => (
  <section aria-labelledby="recensioni">
    <h2 id="recensioni">Recensioni</h2>
    {listing.reviews.length === 0 && <p>Non ci sono commenti</p>}
    <Comments>
      {listing.reviews.map((review) => (
        <Comment
          key={review._id}
          of={review}
          author={nameAmong(asPerson(review), listing.reviews.map(asPerson))}
          at={review.createdAt}
          note={<Origin review={review} />}
        >
          <Reply review={review} listing={listing} />
        </Comment>
      ))}
    </Comments>
    <ReviewFormOrSignIn listing={listing} />
  </section>
)
