import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { priceText, stockText } from '#domain/kinds.ts'
import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft, tagsOf } from '#domain/listings.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { sellerName } from '#web/features/listings/card/listing-card.tsx'
import { hiddenReason } from '#web/features/listings/detail/hidden-reason.ts'
import { StateButtons } from '#web/features/listings/manage/state-buttons.tsx'
import { useStatistics } from '#web/features/listings/manage/use-statistics.ts'
import { shortId } from '#web/lib/short-id.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import rows from '#web/ui/data/rows.module.css'
import { Picture } from '#web/ui/picture.tsx'

/** When it was published and until when it is shown. */
const datesOf = ({ name, createdAt, expiry, section }: ListingCard): string[] => [
  ...(isDraft(name) ? [] : [`Dal ${formatDate(createdAt)}`]),
  // The expiry is the midnight after the last day.
  ...(expiry && section !== 'avviso' ? [`fino al ${formatDate(new Date(Date.parse(expiry) - 1).toISOString())}`] : []),
]

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('it')} ${count === 1 ? one : many}`

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

const Row = ({ listing, withSeller, onDelete }: RowProps) => {
  const hidden = hiddenReason(listing)
  const draft = isDraft(listing.name)
  const editPath = `/product/${listing._id}/edit`
  const price = priceText(listing)
  return (
    <li className={rows.row}>
      <Picture
        src={listing.image[0]}
        placeholder={placeholderPicture(listing)}
        alt=""
        sizes="7rem"
        loading="lazy"
        className={rows.picture}
      />
      <div className={rows.facts}>
        <p className={rows.name}>
          <Link to={draft ? editPath : `/product/${listing._id}`}>{listing.name}</Link>
        </p>
        <p className={rows.line}>
          <KindBadge section={listing.section} />
          <span className={`${rows.state} ${hidden ? '' : rows.live}`}>{hidden ?? 'In vetrina'}</span>
          {withSeller && <strong>{sellerName(listing)}</strong>}
        </p>
        <p className={rows.line}>
          {price && <strong>{price}</strong>}
          {!draft && stockText(listing) && <span>{stockText(listing)}</span>}
          {listing.category && <span>{listing.category}</span>}
          {tagsOf(listing.brand).map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
        <p className={rows.line}>
          {datesOf(listing).map((text) => (
            <span key={text}>{text}</span>
          ))}
          {!draft && <Figures id={listing._id} />}
          <code className={rows.id} title={listing._id}>
            {shortId(listing._id)}
          </code>
        </p>
      </div>
      <div className={rows.actions}>
        <ButtonLink
          to={editPath}
          kind={draft ? 'filled' : 'outlined'}
          className={rows.next}
          aria-label={`${draft ? 'Completa' : 'Modifica'} ${listing.name}`}
        >
          {draft ? 'Completa' : 'Modifica'}
        </ButtonLink>
        {!draft && <StateButtons listing={listing} />}
        <Button
          kind="plain"
          className={rows.delete}
          onClick={() => onDelete(listing)}
          aria-label={`Cancella ${listing.name}`}
        >
          Cancella
        </Button>
      </div>
    </li>
  )
}

type Props = { listings: ListingCard[]; label: string } & Omit<RowProps, 'listing'>

export const ListingRows = ({ listings, label, ...row }: Props) => (
  <ul className={rows.rows} aria-label={label}>
    {listings.map((listing) => (
      <Row key={listing._id} listing={listing} {...row} />
    ))}
  </ul>
)
