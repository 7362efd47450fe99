import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

export const meta: MetaFunction = () => privateMeta('Verifica dell’account')

/** The link works once, so it is used by script in the browser, not by a GET that a mail program may send. */
export const clientLoader = async ({ params }: ClientLoaderFunctionArgs): Promise<{ failure?: string }> => {
  try {
    const id = params.id ?? ''
    const [record] = await callAsVisitor('POST /api/users/verification/:id', { params: { id }, body: { uuid: id } })
    return record?.verify.verified ? {} : { failure: MESSAGES.internal }
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

export default function VerificationLink() {
  const { failure } = useLoaderData<typeof clientLoader>()
  if (failure)
    return (
      <Sheet title="Verifica dell’account">
        <Alert>{failure}</Alert>
        <p>
          <strong>Il tuo account non è stato verificato</strong>
        </p>
        <p>
          <Link to="/signin?redirect=/profile">Accedi</Link> e chiedi un nuovo link dal tuo profilo.
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Verifica dell’account">
      <Alert tone="success">Il tuo account è stato verificato</Alert>
      <p>Ora puoi pubblicare annunci e contattare gli altri.</p>
      <p>
        <ButtonLink to="/signin">Accedi</ButtonLink>
      </p>
    </Sheet>
  )
}
