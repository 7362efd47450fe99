import { useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  Navigate,
  useLoaderData,
  useLocation,
  useRevalidator,
} from 'react-router'
import type { MemberOverview } from '#domain/accounts/members.schema.ts'
import { payPath } from '#domain/val/pay-links.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { call, callInBackground } from '#web/client.ts'
import { HeldWelcomeBanner } from '#web/features/accounts/profile/held-welcome-banner.tsx'
import styles from '#web/features/accounts/profile/hub.module.css'
import { HubLinks } from '#web/features/accounts/profile/hub-links.tsx'
import { exchangeLinks, SETTING_LINKS } from '#web/features/accounts/profile/hub-texts.ts'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { UnverifiedBanner } from '#web/features/accounts/profile/unverified-banner.tsx'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { loadUnclaimedPayments } from '#web/features/exchange/payments/load-unclaimed-payments.ts'
import { UnclaimedPayments } from '#web/features/exchange/payments/unclaimed-payments.tsx'
import { Balance } from '#web/features/val/wallet/balance.tsx'
import { loadBalance } from '#web/features/val/wallet/load-wallet.ts'
import { refreshBalance } from '#web/lib/balance.ts'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { useFirstListingText, useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'

const TITLE = 'Il tuo profilo'

// Where links to the parts that this page once contained lead now.
const MOVED: Record<string, string> = {
  '#dati': '/profilo/dati',
  '#offerente': '/profilo/dati#offerente',
  '#portafoglio': '/portafoglio',
  '#newsletter': '/profilo/privacy#newsletter',
  '#email': '/profilo/sicurezza#email',
  '#password': '/profilo/sicurezza#password',
  '#passkey': '/profilo/sicurezza#passkey',
  '#sportello': '/profilo/sicurezza#sportello',
  '#blocchi': '/profilo/privacy#blocchi',
  '#miei-dati': '/profilo/privacy#miei-dati',
}

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const member = await loadProfile(url)
  const { _id, verified, account } = member
  const [overview, payments] = await Promise.all([
    orRouteError(call('GET /api/users/overview')),
    loadUnclaimedPayments(),
  ])
  return {
    member,
    overview,
    unclaimed: payments.filter(({ payer, payee }) => [payer._id, payee._id].includes(_id)),
    wallet: verified && account !== '' ? loadBalance(_id) : undefined,
  }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

/** The figures as loaded, and again after every notice. */
const useOverview = (loaded: MemberOverview): MemberOverview => {
  const [overview, setOverview] = useState(loaded)
  useEffect(() => setOverview(loaded), [loaded])
  useLive(({ event }) => {
    if (event !== 'notices' && event !== 'reset') return
    void callInBackground('GET /api/users/overview').then(setOverview, () => undefined)
    void refreshBalance()
  })
  return overview
}

const Wallet = ({ username, wallet }: { username: string; wallet: Promise<WalletView> }) => {
  const { revalidate } = useRevalidator()
  const publicUrl = useSite()?.publicUrl ?? ''
  return (
    <section className={styles.wallet} aria-label="Saldo">
      <Balance wallet={wallet} onRetry={revalidate} />
      <div className={styles.code}>
        <QrCode
          drawing={toQrPath(`${publicUrl}${payPath({ username })}`)}
          label="Codice QR per pagarti"
          className={styles.qr ?? ''}
        />
        Fallo inquadrare a chi ti paga
      </div>
    </section>
  )
}

const Hub = () => {
  const { member, wallet, unclaimed, ...loaded } = useLoaderData<typeof clientLoader>()
  const overview = useOverview(loaded.overview)
  const firstListing = useFirstListingText()
  return (
    <PanelPage
      title={TITLE}
      action={member.isSeller && <Link to={`/seller/${member._id}`}>Come ti vedono gli altri</Link>}
    >
      {!member.verified && <UnverifiedBanner email={member.email} resend={<ResendVerification />} />}
      {member.welcomeHeld && <HeldWelcomeBanner reason={member.welcomeHeldFor} />}
      <UnclaimedPayments payments={unclaimed} />
      <div className={styles.hub}>
        {wallet && <Wallet username={member.username} wallet={wallet} />}
        <HubLinks
          title="I tuoi scambi"
          links={exchangeLinks(member, overview, firstListing)}
          className={styles.exchanges}
        />
        <HubLinks title="Impostazioni" links={SETTING_LINKS} className={styles.settings} />
      </div>
    </PanelPage>
  )
}

export default function Profile() {
  const moved = MOVED[useLocation().hash]
  return moved ? <Navigate to={moved} replace /> : <Hub />
}
