import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { call } from '#web/client.ts'
import { DeskCode } from '#web/features/accounts/desk/desk-code.tsx'
import { Passkeys } from '#web/features/accounts/passkeys/passkeys.tsx'
import { EmailChange } from '#web/features/accounts/profile/email-change.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { PasswordChange } from '#web/features/accounts/profile/password-change.tsx'
import { ProfilePart } from '#web/features/accounts/profile/profile-part.tsx'
import { SignOutEverywhere } from '#web/features/accounts/profile/sign-out-everywhere.tsx'
import { WalletPanel } from '#web/features/val/wallet/wallet-panel.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'Accesso e sicurezza'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const member = await loadProfile(url)
  return { member, passkeys: await orRouteError(call('GET /api/passkeys')) }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProfiloSicurezza() {
  const { member, passkeys } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { _id, email, verified, account } = member
  return (
    <ProfilePart title={TITLE}>
      <EmailChange member={member} />
      <PasswordChange member={member} />
      {verified && passkeys.available && <Passkeys passkeys={passkeys.passkeys} email={email} onChange={revalidate} />}
      {verified && <DeskCode />}
      {verified && account !== '' && <WalletPanel memberId={_id} account={account} />}
      <SignOutEverywhere />
    </ProfilePart>
  )
}
