import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useLocation } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import type { ListingDetail, OwnListing } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { ApiError, call } from '#web/client.ts'
import { FirstListingSteps } from '#web/features/accounts/way-in/way-in-steps.tsx'
import { ListingEditor } from '#web/features/market/listings/edit/listing-editor.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './product.$id.edit.module.css'

const TITLE = 'Modifica annuncio'

export const meta: MetaFunction = () => privateMeta(TITLE)

const isOwn = (listing: ListingDetail): listing is OwnListing => listing.auxPhone !== undefined

/** With the fields that only its owner and admins get; fails with 403 for other members. */
const getOwnListing = async (id: string): Promise<OwnListing> => {
  const listing = await call('GET /api/products/:id', { params: { id } })
  if (!isOwn(listing)) throw new ApiError(403, MESSAGES.forbidden)
  return listing
}

export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(getOwnListing(params.id ?? ''))
}

export const HydrateFallback = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>{TITLE}</h1>
    <LoadingStatus />
    <Skeleton shape="box" count={3} />
  </div>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProductEdit() {
  const listing = useLoaderData<typeof clientLoader>()
  const { state } = useLocation()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{isDraft(listing.name) ? 'Nuovo annuncio' : TITLE}</h1>
      <FirstListingSteps />
      <ListingEditor
        key={listing._id}
        listing={listing}
        prefilled={isDraft(listing.name) ? state?.prefilled : undefined}
      />
    </div>
  )
}
