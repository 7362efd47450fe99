import { isRouteErrorResponse } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { SERVER_UNREACHABLE } from '#web/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './error-page.module.css'

const TITLES: Record<number, string> = {
  400: 'Indirizzo non valido',
  401: 'Sessione scaduta',
  403: 'Non puoi entrare qui',
  404: 'Pagina non trovata',
  503: 'Torniamo subito',
}
const FALLBACK = 'Qualcosa è andato storto'
const ADVICE = 'Riprova tra poco: se non passa, scrivi all’associazione.'
const OFFLINE = { title: 'Sei senza connessione', message: SERVER_UNREACHABLE }

export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

type Problem = { status?: number; title: string; message: string }

const problemOf = (error: unknown): Problem => {
  if (isRouteErrorResponse(error) && error.status < 500) {
    const fallback = error.status === 404 ? MESSAGES.pageNotFound : ADVICE
    return { status: error.status, title: TITLES[error.status] ?? FALLBACK, message: error.data?.message ?? fallback }
  }
  if (isOffline()) return OFFLINE
  const status = isRouteErrorResponse(error) ? error.status : 500
  const detail = isRouteErrorResponse(error) ? error.data?.message : undefined
  const message = detail && detail !== MESSAGES.internal ? detail : ADVICE
  return { status, title: TITLES[status] ?? FALLBACK, message }
}

/** False if the same request would be refused again. */
export const canRetry = (error: unknown): boolean =>
  !isRouteErrorResponse(error) || error.status >= 500 || error.status === 401

export const errorTitle = (error: unknown): string => problemOf(error).title

/** The error's title and message, with links to other pages. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const { status, title, message } = problemOf(error)
  const retries = canRetry(error)
  return (
    <section className={styles.error}>
      <p className={styles.status} aria-hidden="true">
        {status ?? <Icon name="close" size={48} />}
      </p>
      <h1>{title}</h1>
      {message !== title && <p>{message}</p>}
      <p className={styles.actions}>
        {retries && <Button onClick={() => window.location.reload()}>Riprova</Button>}
        <ButtonLink to="/" kind={retries ? 'outlined' : 'filled'}>
          Torna alla vetrina
        </ButtonLink>
        {!retries && (
          <ButtonLink to="/search" kind="outlined">
            Cerca un annuncio
          </ButtonLink>
        )}
      </p>
    </section>
  )
}
