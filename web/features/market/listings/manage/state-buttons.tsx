import { useRevalidator } from 'react-router'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { changeListing, type ListingState } from '#web/features/market/listings/manage/change-listing.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const isOver = ({ expiry }: ListingCard): boolean => expiry !== null && Date.parse(expiry) <= Date.now()

/** Buttons in the list to pause, end and show a listing again. Events cannot be ended: they end on their own. */
export const StateButtons = ({ listing }: { listing: ListingCard }) => {
  const { revalidate } = useRevalidator()
  const { busy, outcome, run } = useAction(async (change: ListingState) => {
    await changeListing(listing._id, change)
    await revalidate()
  })
  const isEvent = listing.section === 'avviso'
  const ended = isOver(listing)
  return (
    <>
      {!ended && (
        <Button
          kind="plain"
          disabled={busy}
          onClick={() => run({ pause: !listing.pause })}
          aria-label={`${listing.pause ? 'Riattiva' : 'Metti in pausa'} ${listing.name}`}
        >
          {listing.pause ? 'Riattiva' : 'Pausa'}
        </Button>
      )}
      {!isEvent && (
        <Button
          kind="plain"
          disabled={busy}
          onClick={() => run(ended ? { expiry: '', pause: false } : { expiry: new Date().toISOString() })}
          aria-label={`${ended ? 'Riapri' : 'Segna come concluso'} ${listing.name}`}
        >
          {ended ? 'Riapri' : 'Concluso'}
        </Button>
      )}
      <Outcome {...outcome} />
    </>
  )
}
