import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { dative } from '#domain/accounts/names.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { formatPrice } from '#domain/base/money.ts'
import { callAsVisitor, refreshRoles } from '#web/client.ts'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { SignInForm } from '#web/features/accounts/sessions/sign-in-form.tsx'
import { WayInSteps } from '#web/features/accounts/way-in/way-in-steps.tsx'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { findUserInfo, startSession } from '#web/lib/session/session.ts'
import { contactPath, findWayIn, listingIn, startWayIn } from '#web/lib/session/way-in.ts'
import { useSite } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

const TITLE = 'Verifica dell’account'

export const meta: MetaFunction = () => privateMeta(TITLE)

type Verified = { email: string; again: boolean }
type Result = Verified | { failure: string }

/** The listing that the link names, if this browser does not know what its reader came for. */
const rememberListing = async (listing: string | undefined): Promise<void> => {
  if (!listing || findWayIn()) return
  const found = await callAsVisitor('GET /api/products/:id', { params: { id: listing } }).catch(() => undefined)
  const name = found && (found.seller.seller.name || found.seller.username)
  if (name) startWayIn({ path: contactPath(listing), goal: `Scrivi ${dative(name)}` })
}

/** The link is used by script in the browser, not by a GET that a mail program may send. */
export const clientLoader = async ({ params, url }: ClientLoaderFunctionArgs): Promise<Result> => {
  try {
    const id = params.id ?? ''
    const [record] = await callAsVisitor('POST /api/users/verification/:id', { params: { id }, body: { uuid: id } })
    if (!record?.verify.verified) return { failure: MESSAGES.internal }
    await rememberListing(listingIn(`/product/${url.searchParams.get('annuncio') ?? ''}`))
    return { email: record.email || (registration.read()?.email ?? ''), again: record.again }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : MESSAGES.internal }
  }
}

export const shouldRevalidate = () => false

export const HydrateFallback = () => (
  <Sheet title={TITLE}>
    <Spinner label="Stiamo verificando il tuo account…" />
  </Sheet>
)

/** Whether this browser is signed in as a verified member; undefined until the roles are read again. */
const useIsSignedIn = ({ again }: Verified): boolean | undefined => {
  const [isSignedIn, setIsSignedIn] = useState<boolean>()
  useEffect(() => {
    const before = findUserInfo()
    // A member who was verified before has opened somebody else's link, or their own for the second time.
    if (!before || before.verified) setIsSignedIn(again && before?.verified === true)
    else void refreshRoles().then((user) => setIsSignedIn(user?.verified === true))
  }, [again])
  return isSignedIn
}

/** Without a listing, the member publishes one first; otherwise back to what the member came for. */
const nextPage = (hasAd: boolean): string => {
  const back = registration.read()?.redirect
  if (hasAd) return findWayIn()?.path ?? back ?? '/'
  return back?.startsWith('/pubblica') ? back : '/pubblica'
}

const NextStep = ({ verified }: { verified: Verified }) => {
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn(verified)
  const start = async (user: UserInfo) => {
    const next = nextPage(user.hasAd)
    startSession(user)
    registration.clear()
    await navigate(next, { replace: true })
  }
  if (isSignedIn === undefined) return null
  if (!isSignedIn)
    return (
      <SignInForm
        onSignedIn={start}
        email={verified.email}
        aside={
          <Link to={signInPath(nextPage(false))} state={{ email: verified.email }}>
            Altri modi per accedere
          </Link>
        }
      />
    )
  const hasAd = findUserInfo()?.hasAd === true
  return (
    <p>
      <ButtonLink to={nextPage(hasAd)}>{hasAd ? 'Continua' : 'Pubblica un tuo annuncio'}</ButtonLink>
    </p>
  )
}

const Welcome = ({ verified }: { verified: Verified }) => {
  const welcome = useSite()?.welcome
  const user = findUserInfo()
  const hasPublished = user ? user.hasAd : verified.again
  const isExpected = !verified.again && welcome?.when === 'verification' && welcome.val > 0
  return (
    <Sheet title={TITLE}>
      <Alert tone="success">
        {verified.again ? 'Il tuo account è già verificato' : 'Il tuo account è stato verificato'}
      </Alert>
      {!hasPublished && <WayInSteps at="listing" />}
      {isExpected && (
        <p>
          <WithAmounts>{`Per te ci sono ${formatPrice(welcome)} di benvenuto: di solito arrivano in pochi secondi nel tuo portafoglio. Qualche volta chi amministra il sito li controlla prima: in quel caso lo leggi nel tuo profilo.`}</WithAmounts>
        </p>
      )}
      <NextStep verified={verified} />
    </Sheet>
  )
}

export default function VerificationLink() {
  const result = useLoaderData<typeof clientLoader>()
  const registered = useBrowserStore(registration, null)
  if (!('failure' in result)) return <Welcome verified={result} />
  return (
    <Sheet title={TITLE}>
      <Alert>{result.failure}</Alert>
      <p>
        <strong>Il tuo account non è stato verificato</strong>
      </p>
      {registered && <ResendVerification email={registered.email} path={registered.redirect} />}
      <p>
        <Link to="/signin?redirect=/profile">Accedi</Link> e chiedi un nuovo link dal tuo profilo.
      </p>
    </Sheet>
  )
}
