import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

const TITLE = 'Conferma della newsletter'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({
  url,
  params,
}: ClientLoaderFunctionArgs): Promise<{ name?: string; failure?: string }> => {
  try {
    const body = { email: params.email ?? '', codice: url.searchParams.get('codice') ?? '' }
    const [subscriber] = await callAsVisitor('POST /api/users/newsletterVerify', { body })
    return { name: subscriber?.name ?? '' }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : MESSAGES.internal }
  }
}

export const shouldRevalidate = () => false

export const HydrateFallback = () => (
  <Sheet title={TITLE}>
    <Spinner label="Stiamo confermando la tua iscrizione…" />
  </Sheet>
)

export default function NewsletterConfirmation() {
  const { name, failure } = useLoaderData<typeof clientLoader>()
  if (failure)
    return (
      <Sheet title={TITLE}>
        <Alert>{failure}</Alert>
      </Sheet>
    )
  return (
    <Sheet title={TITLE}>
      <Alert tone="success">Grazie, {name}! La tua iscrizione è confermata.</Alert>
      <p>
        <ButtonLink to="/">Vai alla vetrina</ButtonLink>
      </p>
    </Sheet>
  )
}
