import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { OwnWelcome } from '#domain/accounts/welcome.schema.ts'
import { formatPrice, formatVal } from '#domain/base/money.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { MAX_PAGE_SIZE } from '#domain/market/listings.ts'
import { callInBackground } from '#web/client.ts'
import { type CardData, toCardData } from '#web/features/market/listings/card/card-data.ts'
import { Related } from '#web/features/market/listings/detail/related.tsx'
import { knownBalance, refreshBalance } from '#web/lib/balance.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { useLive } from '#web/lib/live.ts'
import { type FirstListing, firstListing } from '#web/lib/session/first-listing.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useCountUp } from '#web/lib/use-count-up.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Moment } from '#web/ui/state/moment.tsx'
import styles from './first-listing-news.module.css'

const NEAR_KM = 25
const NOTHING: OwnWelcome = { state: 'none', val: 0 }
const MOST = 4

type Affordable = { listings: CardData[]; isNear: boolean }

/** Things that the VAL alone pay for, around the comune of the listing; anywhere if there are none. */
const findAffordable = async (val: number, { memberId, comune }: FirstListing): Promise<Affordable> => {
  const find = async (around: { near?: string; km?: number }): Promise<CardData[]> => {
    const query = { section: 'offro', max: val, pageSize: MAX_PAGE_SIZE, ...around }
    const { products } = await callInBackground('GET /api/products', { query })
    const isAffordable = ({ seller, priceVal, priceEuro, countInStock }: ListingCard) =>
      priceVal > 0 && priceVal <= val && priceEuro === 0 && countInStock > 0 && seller._id !== memberId
    return products.filter(isAffordable).slice(0, MOST).map(toCardData)
  }
  const near = comune === null ? [] : await find({ near: String(comune), km: NEAR_KM })
  return near.length > 0 ? { listings: near, isNear: true } : { listings: await find({}), isNear: false }
}

/** The welcome VAL, read again with every event of the stream until they have arrived. */
const useWelcome = (isAsked: boolean): OwnWelcome | undefined => {
  const [welcome, setWelcome] = useState<OwnWelcome>()
  const read = useCallback(() => {
    callInBackground('GET /api/welcome/own').then(setWelcome, () => undefined)
  }, [])
  useEffect(() => {
    if (isAsked) read()
  }, [isAsked, read])
  useLive(() => {
    if (!isAsked || welcome?.state === 'confirmed') return
    read()
    void refreshBalance()
  })
  return welcome
}

const titleOf = (name: string, { state, val }: OwnWelcome): string => {
  const shown = `«${name}» è in vetrina`
  if (state === 'confirmed') return `${shown}: ecco ${formatPrice({ val })}`
  return state === 'pending' ? `${shown}: stanno arrivando ${formatPrice({ val })}` : `${shown}!`
}

const Balance = () => {
  const balance = useBrowserStore(knownBalance, null)?.balance
  const counted = useCountUp(balance)
  if (balance === undefined || counted === undefined) return null
  return (
    <p>
      Il tuo saldo:{' '}
      <strong className="figures">
        <span aria-hidden="true">{formatVal(counted)}</span>
        <span className="visually-hidden">{formatVal(balance)}</span>
      </strong>
    </p>
  )
}

const Words = ({ welcome: { state, val } }: { welcome: OwnWelcome }) => {
  const sum = formatPrice({ val })
  switch (state) {
    case 'confirmed':
    case 'pending':
      return (
        <>
          <p>È il dono di benvenuto dell’associazione.</p>
          <Balance />
        </>
      )
    case 'held':
      return (
        <p>
          <WithAmounts>{`I ${sum} di benvenuto te li dà l’associazione dopo un controllo: ti avvisiamo appena arrivano.`}</WithAmounts>
        </p>
      )
    case 'failed':
      return (
        <p>
          <WithAmounts>{`Il dono di ${sum} non è arrivato: `}</WithAmounts>
          <Link to="/contatti">scrivi all’associazione</Link>.
        </p>
      )
    case 'none':
      return <p>Da adesso puoi scrivere a chi vuoi.</p>
  }
}

/** Shown when the member's first listing is published: the welcome VAL, and what they can buy. `short`: in a dialog. */
export const FirstListingNews = ({ short = false }: { short?: boolean }) => {
  const memberId = useUserInfo()?._id
  const stored = useBrowserStore(firstListing, null)
  const listing = stored?.memberId === memberId ? stored : null
  const own = useWelcome(listing !== null)
  const isForListing = useSite()?.welcome.when === 'listing'
  const welcome = own && (isForListing ? own : NOTHING)
  const [affordable, setAffordable] = useState<Affordable>()
  const val = welcome?.state === 'confirmed' || welcome?.state === 'pending' ? welcome.val : 0
  useEffect(() => {
    if (listing && val > 0 && !short) findAffordable(val, listing).then(setAffordable, () => undefined)
  }, [listing, val, short])
  return (
    <div className={listing && welcome ? styles.news : undefined}>
      <div role="status">
        {listing && welcome && (
          <Moment
            title={<WithAmounts>{titleOf(listing.name, welcome)}</WithAmounts>}
            {...(short ? {} : { onClose: firstListing.clear })}
          >
            <Words welcome={welcome} />
          </Moment>
        )}
      </div>
      {listing && affordable && (
        <Related
          id="con-il-dono"
          title={`Che cosa puoi avere con ${formatPrice({ val })}${affordable.isNear ? ', qui vicino' : ''}`}
          listings={affordable.listings}
        />
      )}
    </div>
  )
}
