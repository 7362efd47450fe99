import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { SERVER_UNREACHABLE } from '#web/client.ts'
import { canRetry, isOffline } from '#web/shell/error-page.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ListPage } from '#web/ui/layout/list-page.tsx'
import { Failure } from '#web/ui/state/failure.tsx'

const messageOf = (error: unknown): string => {
  if (isOffline()) return SERVER_UNREACHABLE
  return (isRouteErrorResponse(error) && error.data?.message) || MESSAGES.internal
}

/** The ErrorBoundary of a page whose data could not be loaded: the page's heading, the server's message, and what to do next. */
export const LoadError = ({ title }: { title: string }) => {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <ListPage title={title}>
      <Failure message={messageOf(error)}>
        {canRetry(error) ? (
          <Button kind="outlined" onClick={() => revalidate()} disabled={state === 'loading'}>
            {state === 'loading' ? 'Un momento…' : 'Riprova'}
          </Button>
        ) : (
          <ButtonLink to="/" kind="outlined">
            Torna alla vetrina
          </ButtonLink>
        )}
      </Failure>
    </ListPage>
  )
}
