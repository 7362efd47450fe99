import { isRouteErrorResponse } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './error-page.module.css'

const TITLES: Record<number, string> = {
  400: 'Richiesta non valida',
  403: 'Non puoi entrare qui',
  404: 'Pagina non trovata',
  503: 'Torniamo subito',
}
const FALLBACK = 'Qualcosa è andato storto'

export const errorTitle = (error: unknown): string => (isRouteErrorResponse(error) && TITLES[error.status]) || FALLBACK

/** What went wrong, and where to go from here. */
export const ErrorPage = ({ status, message }: { status: number; message?: string }) => (
  <section className={styles.error}>
    <p className={styles.status} aria-hidden="true">
      {status}
    </p>
    <h1>{TITLES[status] ?? FALLBACK}</h1>
    <p>{message ?? (status === 404 ? MESSAGES.pageMissing : MESSAGES.internal)}</p>
    <p className={styles.ways}>
      <ButtonLink to="/">Torna alla vetrina</ButtonLink>
      <ButtonLink to="/search" kind="outlined">
        Cerca un annuncio
      </ButtonLink>
    </p>
  </section>
)
