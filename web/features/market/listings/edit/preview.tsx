import { fromItalianTime } from '#domain/base/dates.ts'
import type { ListingCard as Listing, OwnListing } from '#domain/market/listings.schema.ts'
import { ListingCard } from '#web/features/market/listings/card/listing-card.tsx'
import { changeOf, type ListingValues } from '#web/features/market/listings/edit/listing-values.ts'
import type { ListingPicture } from '#web/features/market/listings/edit/pictures.ts'
import { amountOf } from '#web/features/market/listings/edit/price-fields.tsx'
import styles from './editor.module.css'

const momentOf = (local: string): string | null =>
  Number.isNaN(Date.parse(local)) ? null : fromItalianTime(local).toISOString()

/** The listing as it would be after saving. */
const previewOf = (listing: OwnListing, values: ListingValues, [cover]: readonly ListingPicture[]): Listing => {
  const { startsAt, endsAt, brand } = changeOf(values)
  const image = cover?.preview ?? cover?.url
  return {
    ...listing,
    ...values,
    brand,
    name: values.name || 'Il tuo annuncio',
    image: image ? [image] : [],
    priceVal: amountOf(values.priceVal),
    priceEuro: amountOf(values.priceEuro),
    countInStock: Math.floor(amountOf(values.countInStock)),
    places: values.places === '' ? null : Math.floor(amountOf(values.places)),
    startsAt: values.section === 'avviso' ? momentOf(startsAt) : null,
    endsAt: values.section === 'avviso' ? momentOf(endsAt) : null,
    isGift: values.section === 'dono',
  }
}

type Props = { listing: OwnListing; values: ListingValues; pictures: readonly ListingPicture[] }

/** The card of the listing, as lists will show it. */
export const Preview = ({ listing, values, pictures }: Props) => (
  <aside className={styles.preview} aria-label="Anteprima">
    <p className={styles.previewTitle}>Così si vedrà in vetrina</p>
    <div inert>
      <ListingCard listing={previewOf(listing, values, pictures)} eager heading="h2" isPreview />
    </div>
  </aside>
)
