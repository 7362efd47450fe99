import { Link } from 'react-router'
import { type ConsentAnswer, consentCookie } from '#domain/accounts/consent.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './cookie-bar.module.css'

const BAR = 'cookie-bar'

const answer = (given: ConsentAnswer) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = consentCookie(given, window.location.protocol === 'https:')
  document.documentElement.dataset.consent = 'given'
}

export const reopenConsent = (): void => {
  document.documentElement.dataset.consent = 'wanted'
  document.getElementById(BAR)?.focus()
}

/** Part of every page; visible while `data-consent` on <html>, set by the head script, is "wanted". */
export const CookieBar = () => (
  <section id={BAR} className={styles.bar} aria-label="Cookie" tabIndex={-1}>
    <p>
      Solo cookie necessari, altri se accetti. <Link to="/privacy">Informativa</Link>
    </p>
    <div className={styles.answers}>
      <Button kind="outlined" onClick={() => answer('no')}>
        Rifiuta
      </Button>
      <Button kind="outlined" onClick={() => answer('yes')}>
        Accetto
      </Button>
    </div>
  </section>
)
