import { useRevalidator } from 'react-router'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { hiddenReason } from '#web/features/market/listings/detail/hidden-reason.ts'
import { changeListing, type ListingState } from '#web/features/market/listings/manage/change-listing.ts'
import { useStatistics } from '#web/features/market/listings/manage/use-statistics.ts'
import { OwnMatches } from '#web/features/market/listings/matches/own-matches.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/data/facts.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './owner-panel.module.css'

const Statistics = ({ id }: { id: string }) => {
  const figures = useStatistics(id)
  return (
    <Facts
      className={styles.figures}
      facts={[
        ['Visite', figures?.views ?? '–'],
        ['Ultimi 30 giorni', figures?.recentViews ?? '–'],
        ['Richieste', figures?.requests ?? '–'],
      ]}
    />
  )
}

/** Replaces the contact form for the owner: edit, pause, print, and the numbers of views and requests. */
export const OwnerPanel = ({ listing }: { listing: ListingCard }) => {
  const { revalidate } = useRevalidator()
  const { _id: id, pause } = listing
  const { busy, outcome, run } = useAction(async (change: ListingState) => {
    await changeListing(id, change)
    await revalidate()
  })
  const hidden = hiddenReason(listing)
  const isPublished = !isDraft(listing.name)
  return (
    <section className={styles.panel} aria-labelledby="tuo-annuncio">
      <h2 id="tuo-annuncio">È un tuo annuncio</h2>
      {hidden && (
        <p>
          <strong>{hidden}.</strong> Gli altri ora non lo vedono.
        </p>
      )}
      {isPublished && <Statistics id={id} />}
      <div className={styles.actions}>
        <ButtonLink to={`/product/${id}/edit`}>Modifica</ButtonLink>
        {isPublished && (
          <Button kind="outlined" disabled={busy} onClick={() => void run({ pause: !pause })}>
            {pause ? 'Riattiva' : 'Metti in pausa'}
          </Button>
        )}
        {!hidden && (
          <Button kind="plain" onClick={() => window.print()}>
            Stampa per la bacheca
          </Button>
        )}
      </div>
      <Outcome {...outcome} />
      {isPublished && <OwnMatches listing={listing} />}
    </section>
  )
}
