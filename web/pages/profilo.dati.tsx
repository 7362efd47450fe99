import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { PersonalData } from '#web/features/accounts/profile/personal-data.tsx'
import { ProfilePart } from '#web/features/accounts/profile/profile-part.tsx'
import { SellerData } from '#web/features/accounts/profile/seller-data.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'I tuoi dati'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => loadProfile(url)

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProfiloDati() {
  const member = useLoaderData<typeof clientLoader>()
  return (
    <ProfilePart title={TITLE}>
      {member.verified && member.isSeller && <SellerData member={member} />}
      <PersonalData member={member} />
    </ProfilePart>
  )
}
