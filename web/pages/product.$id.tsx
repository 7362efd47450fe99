import { isRouteErrorResponse, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Listing } from '#domain/market/listings.schema.ts'
import { kindLabel } from '#domain/market/listings.ts'
import { WayInPanel } from '#web/features/accounts/way-in/way-in-panel.tsx'
import { ContactBar } from '#web/features/exchange/cart/contact-bar.tsx'
import { ContactForm } from '#web/features/exchange/cart/contact-form.tsx'
import { goalOf } from '#web/features/exchange/cart/kind-texts.ts'
import { sellerName } from '#web/features/market/listings/card/listing-card.tsx'
import { ContactPanel } from '#web/features/market/listings/detail/contact-panel.tsx'
import { calendarPath } from '#web/features/market/listings/detail/event-block.tsx'
import { InactiveListing, inactiveTitle, isInactive } from '#web/features/market/listings/detail/inactive-listing.tsx'
import { listingData } from '#web/features/market/listings/detail/listing-data.ts'
import { ListingSheet } from '#web/features/market/listings/detail/listing-sheet.tsx'
import { OwnView } from '#web/features/market/listings/detail/own-view.tsx'
import { OwnerNote } from '#web/features/market/listings/detail/owner-note.tsx'
import { PrintFooter } from '#web/features/market/listings/detail/print-footer.tsx'
import { Related } from '#web/features/market/listings/detail/related.tsx'
import { othersOf, ownerFacts, similarTo } from '#web/features/market/listings/detail/related-data.ts'
import { useCountView } from '#web/features/market/listings/detail/use-count-view.ts'
import { FirstListingNews } from '#web/features/market/listings/manage/first-listing-news.tsx'
import { AskButton } from '#web/features/talk/threads/ask-button.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta, summary } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { contactPath } from '#web/lib/session/way-in.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'

const TITLE = 'Annuncio'

type Inactive = { inactive: string }

// Not 404: the listing exists and may become public again. Until then its page shows its state and is not indexed.
const orInactive = (error: Error): Inactive => {
  if (!isInactive(error.message)) throw error
  return { inactive: error.message }
}

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const { site, listings, members } = context.get(pageServices)
  const listing = await orRouteError<Listing | Inactive>(listings.get(params.id ?? '').catch(orInactive))
  if ('inactive' in listing) return listing
  const [owner, others, similar] = await orRouteError(
    Promise.all([ownerFacts(members, listing.seller._id), othersOf(listings, listing), similarTo(listings, listing)]),
  )
  const url = new URL(`/product/${listing._id}`, site.publicUrl).href
  // Computed in the loader, so that browsers do not load the QR library.
  return { site, listing, owner, others, similar, address: { url, qr: toQrPath(url) } }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta(TITLE)
  if ('inactive' in loaderData) return privateMeta(inactiveTitle(loaderData.inactive))
  const { site, listing } = loaderData
  return [
    ...pageMeta({
      title: listing.name,
      description: summary(listing.description) || `${kindLabel(listing)} in ${listing.category}`,
      publicUrl: site.publicUrl,
      path: `/product/${listing._id}`,
      image: listing.image[0],
    }),
    ...(listing.startsAt
      ? [{ tagName: 'link', rel: 'alternate', type: 'text/calendar', href: calendarPath(listing._id) }]
      : []),
    ...listingData(listing, site.publicUrl).map((data) => ({ 'script:ld+json': data })),
  ]
}

export const ErrorBoundary = ({ error }: { error: unknown }) => {
  const page = <LoadError title={TITLE} />
  return isRouteErrorResponse(error) && error.status === 404 ? <OwnView otherwise={page} /> : page
}

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, Inactive>

const PublicListing = ({ listing, site, owner, others, similar, address }: Shown) => {
  useCountView(listing)
  return (
    <>
      <FirstListingNews />
      <OwnerNote listing={listing} />
      <ListingSheet
        listing={listing}
        url={address.url}
        owner={owner}
        contact={
          <ContactPanel
            listing={listing}
            form={
              <>
                <ContactForm listing={listing} news={<FirstListingNews short />} />
                <AskButton listingId={listing._id} />
              </>
            }
            wayIn={<WayInPanel path={contactPath(listing._id)} goal={goalOf(listing.section, sellerName(listing))} />}
          />
        }
      />
      <Related id="altri" title={`Altri annunci di ${sellerName(listing)}`} listings={others} />
      <Related id="simili" title="Simili, qui vicino" listings={similar} />
      <ContactBar listing={listing} />
      <PrintFooter address={address} listing={listing} site={site} />
    </>
  )
}

export default function Product() {
  const loaded = useLoaderData<typeof loader>()
  if ('inactive' in loaded) return <OwnView otherwise={<InactiveListing message={loaded.inactive} />} />
  // The key resets forms and pictures when a link leads to another listing.
  return <PublicListing key={loaded.listing._id} {...loaded} />
}
