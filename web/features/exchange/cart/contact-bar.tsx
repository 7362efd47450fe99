import { KINDS, soldOutText } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { CONTACT_FORM } from '#web/features/exchange/cart/contact-form.tsx'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ListingPrice } from '#web/ui/data/price.tsx'
import styles from './contact-bar.module.css'

/** The id of the part of the page that says what the viewer must do before contacting the owner. */
export const CONTACT_PLACE = 'contatto'

/** On phones, keeps price and contact button visible; the button submits the form of the page. */
export const ContactBar = ({ listing }: { listing: Listing }) => {
  const isOwn = useUserInfo()?._id === listing.seller._id
  if (isOwn || listing.pause) return null
  const soldOut = soldOutText(listing)
  const { contact } = KINDS[listing.section]
  return (
    <div className={`${styles.bar} on-screen`} data-contact-bar="">
      <ListingPrice listing={listing} />
      {soldOut ? (
        <p className={styles.gone}>{soldOut}</p>
      ) : (
        <>
          <Button type="submit" form={CONTACT_FORM} className={`${styles.button} for-contacts`}>
            {contact}
          </Button>
          {['for-unverified', 'for-newcomers'].map((audience) => (
            <a key={audience} href={`#${CONTACT_PLACE}`} className={`${styles.button} ${styles.link} ${audience}`}>
              {contact}
            </a>
          ))}
        </>
      )}
    </div>
  )
}
