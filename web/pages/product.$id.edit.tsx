import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isDraft } from '#domain/listings.ts'
import { getOwnListing } from '#web/features/listings/detail/own-listing.ts'
import { ListingEditor } from '#web/features/listings/edit/listing-editor.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireMember } from '#web/lib/require-member.ts'
import { orRouteError } from '#web/lib/route-error.ts'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './product.$id.edit.module.css'

const TITLE = 'Modifica annuncio'

export const meta: MetaFunction = () => privateMeta(TITLE)

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

export default function ProductEdit() {
  const listing = useLoaderData<typeof clientLoader>()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{isDraft(listing.name) ? 'Nuovo annuncio' : TITLE}</h1>
      <ListingEditor key={listing._id} listing={listing} />
    </div>
  )
}
