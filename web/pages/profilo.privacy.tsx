import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { call } from '#web/client.ts'
import { Blocks } from '#web/features/accounts/blocks/blocks.tsx'
import { MyData } from '#web/features/accounts/privacy/my-data.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { NewsletterState } from '#web/features/accounts/profile/newsletter-state.tsx'
import { ProfilePart } from '#web/features/accounts/profile/profile-part.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'La tua privacy'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const member = await loadProfile(url)
  const { blocks } = await orRouteError(call('GET /api/blocks'))
  return { member, blocks }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProfiloPrivacy() {
  const { member, blocks } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  return (
    <ProfilePart title={TITLE}>
      <NewsletterState member={member} />
      <Blocks blocks={blocks} onChange={revalidate} />
      <MyData />
    </ProfilePart>
  )
}
