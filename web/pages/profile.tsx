import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { call } from '#web/client.ts'
import { Blocks } from '#web/features/accounts/blocks/blocks.tsx'
import { DeskCode } from '#web/features/accounts/desk/desk-code.tsx'
import { Passkeys } from '#web/features/accounts/passkeys/passkeys.tsx'
import { MyData } from '#web/features/accounts/privacy/my-data.tsx'
import { EmailChange } from '#web/features/accounts/profile/email-change.tsx'
import { HeldWelcomeBanner } from '#web/features/accounts/profile/held-welcome-banner.tsx'
import { NewsletterState } from '#web/features/accounts/profile/newsletter-state.tsx'
import { PasswordChange } from '#web/features/accounts/profile/password-change.tsx'
import { PersonalData } from '#web/features/accounts/profile/personal-data.tsx'
import { SellerData } from '#web/features/accounts/profile/seller-data.tsx'
import { SuspendedBanner } from '#web/features/accounts/profile/suspended-banner.tsx'
import { UnverifiedBanner } from '#web/features/accounts/profile/unverified-banner.tsx'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { loadUnclaimedPayments } from '#web/features/exchange/payments/load-unclaimed-payments.ts'
import { UnclaimedPayments } from '#web/features/exchange/payments/unclaimed-payments.tsx'
import { WalletPanel } from '#web/features/val/wallet/wallet-panel.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { getFullMember } from '#web/lib/session/full-member.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { findUserInfo, storeUserInfo } from '#web/lib/session/session.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './profile.module.css'

const TITLE = 'Il tuo profilo'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id: memberId, token } = requireMember(url)
  const member = await orRouteError(getFullMember(memberId))
  const hasWallet = member.verified && member.account !== ''
  const { _id, username, verified, isSeller, isAdmin, hasAd, role } = member
  // Roles may have changed elsewhere: the verification link may have been opened on another device.
  const special = role === 'moderator' || role === 'desk' ? { role } : {}
  // Another member may have signed in in another tab.
  if (findUserInfo()?.token === token)
    storeUserInfo({ _id, username, token, verified, isSeller, isAdmin, hasAd, ...special })
  const unclaimed = (await loadUnclaimedPayments()).filter(({ payer, payee }) => [payer._id, payee._id].includes(_id))
  const { blocks } = await orRouteError(call('GET /api/blocks'))
  const passkeys = await orRouteError(call('GET /api/passkeys'))
  return { member, hasWallet, unclaimed, blocks, passkeys }
}

export const HydrateFallback = () => (
  <div className={styles.profile}>
    <h1 className={styles.title}>{TITLE}</h1>
    <LoadingStatus />
    <div className={styles.nav} />
    <div className={styles.panels}>
      <Panel id="dati" title="Dati personali">
        <div className={columns.pair}>
          <Skeleton shape="field" count={11} />
        </div>
      </Panel>
      <Skeleton shape="box" count={2} />
    </div>
  </div>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

const SectionLink = ({ id, label }: { id: string; label: string }) => (
  <li>
    <a href={`#${id}`}>{label}</a>
  </li>
)

export default function Profile() {
  const { member, hasWallet, unclaimed, blocks, passkeys } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const isSeller = member.verified && member.isSeller
  const hasPasskeys = member.verified && passkeys.available
  return (
    <div className={styles.profile}>
      <h1 className={styles.title}>{TITLE}</h1>
      <nav className={styles.nav} aria-label="Sezioni del profilo">
        <ul>
          <SectionLink id="dati" label="Dati personali" />
          {isSeller && <SectionLink id="offerente" label="Dati da offerente" />}
          {hasWallet && <SectionLink id="portafoglio" label="Portafoglio" />}
          <SectionLink id="newsletter" label="Newsletter" />
          <SectionLink id="email" label="E-mail" />
          <SectionLink id="password" label="Password" />
          {hasPasskeys && <SectionLink id="passkey" label="Passkey" />}
          {member.verified && <SectionLink id="sportello" label="Sportello" />}
          <SectionLink id="blocchi" label="Persone bloccate" />
          <SectionLink id="miei-dati" label="Dati e account" />
        </ul>
      </nav>
      <div className={styles.panels}>
        {member.suspension && <SuspendedBanner suspension={member.suspension} />}
        {!member.verified && <UnverifiedBanner email={member.email} resend={<ResendVerification />} />}
        {member.welcomeHeld && <HeldWelcomeBanner />}
        <PersonalData member={member} />
        {isSeller && <SellerData member={member} />}
        <UnclaimedPayments payments={unclaimed} />
        {hasWallet && <WalletPanel memberId={member._id} account={member.account} />}
        <NewsletterState member={member} />
        <EmailChange member={member} />
        <PasswordChange member={member} />
        {hasPasskeys && <Passkeys passkeys={passkeys.passkeys} email={member.email} onChange={revalidate} />}
        {member.verified && <DeskCode />}
        <Blocks blocks={blocks} onChange={revalidate} />
        <MyData />
      </div>
    </div>
  )
}
