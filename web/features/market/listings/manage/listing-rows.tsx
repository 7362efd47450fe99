import { theDate, untilDate } from '#domain/base/dates.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import { priceText, stockText } from '#domain/market/kinds.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { isDraft, tagsOf } from '#domain/market/listings.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { sellerName } from '#web/features/market/listings/card/listing-card.tsx'
import { hiddenReason } from '#web/features/market/listings/detail/hidden-reason.ts'
import { StateButtons } from '#web/features/market/listings/manage/state-buttons.tsx'
import { useStatistics } from '#web/features/market/listings/manage/use-statistics.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import rows from '#web/ui/data/rows.module.css'
import { DeleteButton, Row, RowLine, Rows } from '#web/ui/data/rows.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'

/** When it was published and until when it is shown. */
const datesOf = ({ name, createdAt, expiry, section }: ListingCard): string[] => [
  ...(isDraft(name) ? [] : [`Pubblicato ${theDate(createdAt)}`]),
  // The expiry is the midnight after the last day.
  ...(expiry && section !== 'avviso' ? [untilDate(new Date(Date.parse(expiry) - 1))] : []),
]

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const Figures = ({ id }: { id: string }) => {
  const figures = useStatistics(id)
  return (
    figures && (
      <span>
        {counted(figures.views, 'visita', 'visite')}, {counted(figures.requests, 'richiesta', 'richieste')}
      </span>
    )
  )
}

type RowProps = { listing: ListingCard; withSeller: boolean; onDelete: (listing: ListingCard) => void }

const ListingRow = ({ listing, withSeller, onDelete }: RowProps) => {
  const hidden = hiddenReason(listing)
  const draft = isDraft(listing.name)
  const editPath = `/product/${listing._id}/edit`
  const price = priceText(listing)
  return (
    <Row
      name={listing.name}
      to={draft ? editPath : `/product/${listing._id}`}
      image={listing.image[0]}
      placeholder={placeholderPicture(listing)}
      facts={datesOf(listing)}
      figures={!draft && <Figures id={listing._id} />}
      actions={
        <>
          <ButtonLink
            to={editPath}
            kind={draft ? 'filled' : 'outlined'}
            className={rows.next}
            aria-label={`${draft ? 'Completa' : 'Modifica'} ${listing.name}`}
          >
            {draft ? 'Completa' : 'Modifica'}
          </ButtonLink>
          {!draft && <StateButtons listing={listing} />}
          <DeleteButton name={listing.name} onClick={() => onDelete(listing)} />
        </>
      }
    >
      <RowLine>
        <KindBadge section={listing.section} />
        <span className={`${rows.state} ${hidden ? '' : rows.live}`}>{hidden ?? 'In vetrina'}</span>
        {withSeller && <strong>{sellerName(listing)}</strong>}
      </RowLine>
      <RowLine>
        {price && (
          <strong>
            <WithAmounts>{price}</WithAmounts>
          </strong>
        )}
        {!draft && stockText(listing) && <span>{stockText(listing)}</span>}
        {listing.category && <span>{listing.category}</span>}
        {tagsOf(listing.brand).map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </RowLine>
    </Row>
  )
}

type Props = { listings: ListingCard[]; label: string } & Omit<RowProps, 'listing'>

export const ListingRows = ({ listings, label, ...row }: Props) => (
  <Rows label={label}>
    {listings.map((listing) => (
      <ListingRow key={listing._id} listing={listing} {...row} />
    ))}
  </Rows>
)
