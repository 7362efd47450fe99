import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { formatPrice } from '#domain/base/money.ts'
import { callAsVisitor, refreshRoles } from '#web/client.ts'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { CreateListingButton } from '#web/features/market/listings/manage/create-listing-button.tsx'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { findUserInfo } from '#web/lib/session/session.ts'
import { useFirstListingText, useSite } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

export const meta: MetaFunction = () => privateMeta('Verifica dell’account')

type Result = { email: string; failure?: undefined } | { email?: undefined; failure: string }

/** The link works once, so it is used by script in the browser, not by a GET that a mail program may send. */
export const clientLoader = async ({ params }: ClientLoaderFunctionArgs): Promise<Result> => {
  try {
    const id = params.id ?? ''
    const [record] = await callAsVisitor('POST /api/users/verification/:id', { params: { id }, body: { uuid: id } })
    return record?.verify.verified ? { email: record.email } : { failure: MESSAGES.internal }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : MESSAGES.internal }
  }
}

export const shouldRevalidate = () => false

export const HydrateFallback = () => (
  <Sheet title="Verifica dell’account">
    <Spinner label="Stiamo verificando il tuo account…" />
  </Sheet>
)

/** Whether this browser is signed in as the member whose link was opened; undefined until the roles are read again. */
const useIsSignedIn = (): boolean | undefined => {
  const [isSignedIn, setIsSignedIn] = useState<boolean>()
  useEffect(() => {
    const before = findUserInfo()
    if (!before || before.verified) setIsSignedIn(false)
    else void refreshRoles().then((user) => setIsSignedIn(user?.verified === true))
  }, [])
  return isSignedIn
}

const NextStep = ({ email }: { email: string }) => {
  const isSignedIn = useIsSignedIn()
  const back = useBrowserStore(registration, null)?.redirect
  if (isSignedIn === undefined) return null
  if (!isSignedIn)
    return (
      <p>
        <ButtonLink to={signInPath(back ?? '/productlist/seller')} state={{ email }}>
          Accedi
        </ButtonLink>
      </p>
    )
  return (
    <>
      <div>
        <CreateListingButton>Pubblica il tuo primo annuncio</CreateListingButton>
      </div>
      {back && (
        <p>
          <Link to={back}>Torna a quello che stavi facendo</Link>
        </p>
      )}
    </>
  )
}

const Welcome = ({ email }: { email: string }) => {
  const firstListing = useFirstListingText()
  const welcome = useSite()?.welcome
  const isGiven = welcome?.when === 'verification' && welcome.val > 0
  return (
    <Sheet title="Verifica dell’account">
      <Alert tone="success">Il tuo account è stato verificato</Alert>
      <p>
        Ti diamo il benvenuto in Piazza!{' '}
        <WithAmounts>
          {isGiven
            ? `Ti abbiamo inviato ${formatPrice(welcome)} di benvenuto: tra poco li trovi nel tuo portafoglio. `
            : ''}
        </WithAmounts>
        <strong>
          <WithAmounts>{firstListing}</WithAmounts>
        </strong>{' '}
        Poi potrai contattare chi offre.
      </p>
      <NextStep email={email} />
    </Sheet>
  )
}

export default function VerificationLink() {
  const { email, failure } = useLoaderData<typeof clientLoader>()
  const registered = useBrowserStore(registration, null)
  if (email !== undefined) return <Welcome email={email} />
  return (
    <Sheet title="Verifica dell’account">
      <Alert>{failure}</Alert>
      <p>
        <strong>Il tuo account non è stato verificato</strong>
      </p>
      {registered && <ResendVerification email={registered.email} />}
      <p>
        <Link to="/signin?redirect=/profile">Accedi</Link> e chiedi un nuovo link dal tuo profilo.
      </p>
    </Sheet>
  )
}
