import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { soldOutText } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { OwnerPanel } from '#web/features/market/listings/detail/owner-panel.tsx'
import { SoldOut } from '#web/features/market/listings/detail/sold-out.tsx'
import { CreateListingButton } from '#web/features/market/listings/manage/create-listing-button.tsx'
import { registerPath, signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useFirstListingText } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Message } from '#web/ui/state/message.tsx'
import styles from './contact-panel.module.css'

const Notice = ({ audience, children }: { audience: string; children: ReactNode }) => (
  <div className={`${styles.notice} ${audience}`}>{children}</div>
)

const FirstListing = () => {
  const text = useFirstListingText()
  const isSeller = useUserInfo()?.isSeller !== false
  if (!isSeller) return <Alert tone="notice">{MESSAGES.publishingClosed}</Alert>
  return (
    <>
      <p>
        <Message>{ORDER_MESSAGES.needsAd}</Message>
      </p>
      <p>{text}</p>
      <div>
        <CreateListingButton>Crea il tuo annuncio</CreateListingButton>
      </div>
    </>
  )
}

type Props = { listing: Listing; form: ReactNode; resend: ReactNode }

/**
 * The contact form, or what the viewer has to do before contacting the owner. The HTML is the same for everyone and contains
 * all variants; CSS shows the one for the viewer's roles. A sold-out listing cannot be requested by anyone.
 */
export const ContactPanel = ({ listing, form, resend }: Props) => {
  const isOwn = useUserInfo()?._id === listing.seller._id
  if (isOwn) return <OwnerPanel listing={listing} />
  const path = `/product/${listing._id}`
  const soldOut = soldOutText(listing)
  if (soldOut)
    return (
      <>
        <SoldOut listing={listing} text={soldOut} />
        <div className="for-contacts">{form}</div>
      </>
    )
  return (
    <>
      <Notice audience="for-visitors">
        <p>Per inviare una richiesta serve un account.</p>
        <div className={styles.ways}>
          <ButtonLink to={signInPath(path)} kind="outlined">
            Accedi
          </ButtonLink>
          <Link to={registerPath(path)}>Registrati</Link>
        </div>
      </Notice>
      <Notice audience="for-unverified">
        <p>{MESSAGES.unverified}</p>
        {resend}
      </Notice>
      <Notice audience="for-newcomers">
        <FirstListing />
      </Notice>
      <div className="for-contacts">{form}</div>
    </>
  )
}
