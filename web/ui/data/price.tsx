import { FREE, priceParts } from '#domain/base/money.ts'
import { KINDS } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import styles from './price.module.css'

type Props = { val: number; euro: number; upTo?: boolean; large?: boolean }

/** A price in VAL and euro, which are both due; a part that is zero is left out. */
export const Price = ({ val, euro, upTo = false, large = false }: Props) => {
  const [first, second] = priceParts({ val, euro })
  return (
    <p className={`${styles.price} ${large ? styles.large : ''}`}>
      {upTo && first && <span className={styles.limit}>fino a </span>}
      <span className={`${styles.amount} figures`}>{first ?? FREE}</span>
      {second && (
        <>
          {' '}
          <span className={`${styles.second} figures`}>+ {second}</span>
        </>
      )}
    </p>
  )
}

type Listing = { section: Section; priceVal: number; priceEuro: number }

/** The price of a listing as its kind shows it: none, free, an upper limit, or the plain price. */
export const ListingPrice = ({ listing, large }: { listing: Listing; large?: boolean }) => {
  const { price } = KINDS[listing.section]
  if (price === 'none') return null
  if (price === 'free') return <Price val={0} euro={0} large={large} />
  return <Price val={listing.priceVal} euro={listing.priceEuro} upTo={price === 'upTo'} large={large} />
}
