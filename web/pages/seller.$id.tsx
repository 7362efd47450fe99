import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { sinceDate } from '#domain/base/dates.ts'
import type { FeedbackPage } from '#domain/exchange/feedback.schema.ts'
import { PAGE_SIZE } from '#domain/market/listings.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { payPath } from '#domain/val/pay-links.ts'
import { MemberFeedback } from '#web/features/exchange/feedback/member-feedback.tsx'
import { toCardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { MemberActions } from '#web/features/market/sellers/member-actions.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta, summary } from '#web/lib/page/page-meta.ts'
import { withPageStatus } from '#web/lib/page/page-status.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orGenericRouteError, orRouteError } from '#web/lib/page/route-error.ts'
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
  const [list, feedback] = await Promise.all([
    orGenericRouteError(listings.list(query)),
    orRouteError(members.feedback(member._id, feedbackPage)),
  ])
  const products = list.products.map(toCardData)
  return withPageStatus({ site, member, page, pages: list.pages, products, feedback, feedbackPage })
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

const Introduction = ({ member, feedback }: { member: PublicMember; feedback: FeedbackPage }) => (
  <header className={styles.introduction}>
    <Logo src={member.seller.logo} placeholder={LOGO_PLACEHOLDER} size={128} />
    <div className={styles.who}>
      <h1 className={styles.name}>{nameOf(member)}</h1>
      <p className={styles.facts}>
        <span>Dopo uno scambio:</span>
        <span className={styles.rating}>
          annunci <Stars rating={member.seller.rating} count={member.seller.numReviews} of="exchange" />
        </span>
        <a className={styles.rating} href="#pareri">
          persona <Stars rating={feedback.rating} count={feedback.count} of="feedback" />
        </a>
      </p>
      <p className={styles.facts}>
        <span>
          In Piazza <time dateTime={member.createdAt}>{sinceDate(member.createdAt)}</time>
        </span>
        <span>Nome utente: {member.username}</span>
      </p>
      <ContactLink link={member.seller.link} />
      <ButtonLink kind="outlined" to={payPath({ username: member.username })} className="for-verified">
        Paga in VAL
      </ButtonLink>
    </div>
    {member.seller.description && <p className={styles.description}>{member.seller.description}</p>}
  </header>
)

export const ErrorBoundary = () => <LoadError title="Offerente" />

export default function Seller() {
  const { member, page, pages, products, feedback, feedbackPage } = useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <Introduction member={member} feedback={feedback} />
      <MemberActions id={member._id} />
      <section className={styles.listings} aria-labelledby="annunci">
        <h2 id="annunci">Annunci</h2>
        {products.length > 0 ? (
          <ListingGrid listings={products} />
        ) : (
          <EmptyState title="Nessun annuncio trovato">
            {pages > 0 ? (
              <>
                I suoi annunci finiscono prima: <Link to={pathOf(member._id, 1)}>torna alla prima pagina</Link>.
              </>
            ) : (
              'Al momento non c’è nulla in vetrina: torna a trovarci.'
            )}
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} pathOf={(n) => pathOf(member._id, n)} label="Pagine degli annunci" />
      </section>
      <MemberFeedback shown={feedback} page={feedbackPage} pathOf={(n) => `${pathOf(member._id, page, n)}#pareri`} />
    </div>
  )
}
