import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { dative } from '#domain/accounts/names.ts'
import { sinceDate } from '#domain/base/dates.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { PAGE_SIZE } from '#domain/market/listings.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { answerTimeText } from '#domain/talk/answer-time.ts'
import { payPath } from '#domain/val/pay-links.ts'
import { MemberFeedback } from '#web/features/exchange/feedback/member-feedback.tsx'
import { toCardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { MemberActions } from '#web/features/market/sellers/member-actions.tsx'
import { AskButton } from '#web/features/talk/threads/ask-button.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta, summary } from '#web/lib/page/page-meta.ts'
import { withPageStatus } from '#web/lib/page/page-status.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orGenericRouteError, orRouteError } from '#web/lib/page/route-error.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './seller.$id.module.css'

const pathOf = (id: string, page: number, feedbackPage = 1) => {
  const pages = Object.entries({ p: page, pareri: feedbackPage }).filter(([, number]) => number > 1)
  const query = pages.map(([name, number]) => `${name}=${number}`).join('&')
  return query ? `/seller/${id}?${query}` : `/seller/${id}`
}
/** Where most of the listings are. */
const placeOf = (listings: readonly ListingCard[]): string => {
  const places = listings.map(({ municipality, city }) => municipality || city).filter(Boolean)
  const counted = Map.groupBy(places, (place) => place)
  return [...counted].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? ''
}
const nameOf = ({ seller, username }: PublicMember) => seller.name || username

export const loader = async ({ url, params, context }: LoaderFunctionArgs) => {
  const [page, feedbackPage] = [readPage(url), readPage(url, 'pareri')]
  const { site, members, listings } = context.get(pageServices)
  const member = await orRouteError(members.seller(params.id ?? ''))
  const query = {
    seller: member._id,
    p: page,
    pageSize: PAGE_SIZE,
    min: 0,
    max: 0,
    rating: 0,
    order: 'newest',
  } as const
  const [list, feedback, answerMinutes] = await Promise.all([
    orGenericRouteError(listings.list(query)),
    orRouteError(members.feedback(member._id, feedbackPage)),
    orGenericRouteError(members.answerTime(member._id)),
  ])
  const products = list.products.map(toCardData)
  const place = placeOf(list.products)
  return withPageStatus({
    site,
    member,
    page,
    pages: list.pages,
    products,
    feedback,
    feedbackPage,
    answerMinutes,
    place,
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta('Offerente')
  const { site, member, page } = loaderData
  return pageMeta({
    title: nameOf(member),
    description: summary(member.seller.description) || `Gli annunci di ${nameOf(member)}.`,
    publicUrl: site.publicUrl,
    path: pathOf(member._id, page),
    image: member.seller.logo || undefined,
    type: 'profile',
  })
}

// The server accepts only http and https; older values are shown without a link.
const webAddress = (link: string): URL | undefined => {
  const url = URL.parse(link)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

const ContactLink = ({ link }: { link: string }) => {
  const url = webAddress(link)
  if (!url) return null
  return (
    <a className={styles.contact} href={url.href} rel="nofollow noopener ugc">
      Contatta: {url.host}
    </a>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Leads visitors and newcomers to the listing, which tells the way to contact its owner. */
const Write = ({ member, listingId }: { member: PublicMember; listingId: string }) => {
  const user = useUserInfo()
  const label = `Scrivi ${dative(nameOf(member))}`
  if (user?.verified && user.hasAd)
    return (
      <AskButton listingId={listingId} kind="filled">
        {label}
      </AskButton>
    )
  return <ButtonLink to={`/product/${listingId}`}>{label}</ButtonLink>
}

/** What the viewer can do with the member; members can edit their own page. */
const Ways = ({ member, listingId }: { member: PublicMember; listingId: string | undefined }) => {
  if (useUserInfo()?._id === member._id)
    return (
      <ButtonLink kind="outlined" to="/profilo/dati#offerente">
        Modifica la tua pagina
      </ButtonLink>
    )
  return (
    <>
      {listingId && <Write member={member} listingId={listingId} />}
      <ButtonLink kind="outlined" to={payPath({ username: member.username })} className="for-verified">
        Paga in VAL
      </ButtonLink>
    </>
  )
}

const Introduction = ({ member, feedback, products, place, answerMinutes }: Data) => {
  const [newest] = products
  const facts = [
    place,
    `in Piazza ${sinceDate(member.createdAt)}`,
    answerMinutes !== null && answerTimeText(answerMinutes),
  ].filter(Boolean)
  return (
    <header className={styles.introduction}>
      <Logo src={member.seller.logo} placeholder={LOGO_PLACEHOLDER} size={128} />
      <div className={styles.who}>
        <h1 className={styles.name}>{nameOf(member)}</h1>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      <ul className={styles.ratings}>
        <li className={styles.rating}>
          Annunci <Stars rating={member.seller.rating} count={member.seller.numReviews} of="exchange" />
        </li>
        <li>
          <a className={styles.rating} href="#pareri">
            Persona <Stars rating={feedback.rating} count={feedback.count} of="feedback" />
          </a>
        </li>
      </ul>
      <div className={styles.ways}>
        <Ways member={member} listingId={newest?._id} />
      </div>
      {member.seller.description && <p className={styles.description}>{member.seller.description}</p>}
      <ContactLink link={member.seller.link} />
    </header>
  )
}

export const ErrorBoundary = () => <LoadError title="Offerente" />

export default function Seller() {
  const shown = useLoaderData<typeof loader>()
  const { member, page, pages, products, feedback, feedbackPage } = shown
  return (
    <div className={styles.page}>
      <Introduction {...shown} />
      <section className={styles.listings} aria-labelledby="annunci">
        <h2 id="annunci">Annunci</h2>
        {products.length > 0 ? (
          <ListingGrid listings={products} />
        ) : (
          <EmptyState title={pages > 0 ? 'Gli annunci finiscono prima' : 'Nessun annuncio trovato'}>
            {pages > 0 ? (
              <Link to={pathOf(member._id, 1)}>Torna alla prima pagina</Link>
            ) : (
              `Appena ${nameOf(member)} pubblica un annuncio, lo trovi qui e puoi scrivere da lì.`
            )}
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} pathOf={(n) => pathOf(member._id, n)} label="Pagine degli annunci" />
      </section>
      <MemberFeedback shown={feedback} page={feedbackPage} pathOf={(n) => `${pathOf(member._id, page, n)}#pareri`} />
      <MemberActions id={member._id} />
    </div>
  )
}
