import { Link } from 'react-router'
import { priceText } from '#domain/kinds.ts'
import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft, tagsOf } from '#domain/listings.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { sellerName } from '#web/features/listings/card/listing-card.tsx'
import { hiddenReason } from '#web/features/listings/detail/hidden-reason.ts'
import { shortId } from '#web/lib/short-id.ts'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { RowActions } from '#web/ui/data/row-actions.tsx'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './listing-table.module.css'

const Tags = ({ tags }: { tags: string[] }) => (
  <ul className={styles.tags}>
    {tags.map((tag) => (
      <li key={tag}>#{tag}</li>
    ))}
  </ul>
)

type RowProps = { listing: ListingCard; withSeller: boolean; onDelete: (listing: ListingCard) => void }

const Row = ({ listing, withSeller, onDelete }: RowProps) => {
  const hidden = hiddenReason(listing)
  const tags = tagsOf(listing.brand)
  return (
    <tr className={styles.row}>
      <td data-label="ID" className={styles.short}>
        <code title={listing._id}>{shortId(listing._id)}</code>
      </td>
      <td data-label="Immagine" className={styles.picture}>
        <Picture src={listing.image[0]} placeholder={placeholderPicture(listing)} alt="" sizes="5rem" loading="lazy" />
      </td>
      <td data-label="Titolo" className={`${table.name} ${styles.head}`}>
        <span className={styles.title}>
          <Link to={isDraft(listing.name) ? `/product/${listing._id}/edit` : `/product/${listing._id}`}>
            {listing.name}
          </Link>
          {hidden && <span className={styles.state}>{hidden}</span>}
          {withSeller && <small>{sellerName(listing)}</small>}
        </span>
      </td>
      <td data-label="Prezzo" className={`${table.number} ${styles.head}`}>
        {priceText(listing) ?? '—'}
      </td>
      <td data-label="Sezione" className={styles.short}>
        <KindBadge section={listing.section} />
      </td>
      <td data-label="Categoria" className={styles.words}>
        {listing.category || '—'}
      </td>
      <td data-label="Hashtag" className={styles.words}>
        {tags.length > 0 ? <Tags tags={tags} /> : '—'}
      </td>
      <td className={`${table.actions} ${styles.actions}`}>
        <RowActions name={listing.name} editPath={`/product/${listing._id}/edit`} onDelete={() => onDelete(listing)} />
      </td>
    </tr>
  )
}

const COLUMNS = [
  'ID',
  { name: 'Immagine', hidden: true },
  'Titolo',
  { name: 'Prezzo', number: true },
  'Sezione',
  'Categoria',
  'Hashtag',
  ACTIONS,
]

type Props = { listings: ListingCard[]; caption: string } & Omit<RowProps, 'listing'>

export const ListingTable = ({ listings, caption, ...row }: Props) => (
  <Table caption={caption} columns={COLUMNS}>
    {listings.map((listing) => (
      <Row key={listing._id} listing={listing} {...row} />
    ))}
  </Table>
)
