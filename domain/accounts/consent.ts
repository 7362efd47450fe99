// The cookie of the consent bar. After a refusal, the Italian data protection authority forbids asking again for six months.
export const CONSENT_COOKIE = 'piazza_consenso'
export const CONSENT_DAYS = { yes: 150, no: 180 } as const
export type ConsentAnswer = keyof typeof CONSENT_DAYS

const DAY_SECONDS = 24 * 60 * 60

/** For assignment to `document.cookie`. */
export const consentCookie = (answer: ConsentAnswer, secure: boolean): string =>
  `${CONSENT_COOKIE}=${answer}; Max-Age=${CONSENT_DAYS[answer] * DAY_SECONDS}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

// Shown on the privacy page: maximum lifetime of the two analytics cookies. Analytics are not enabled.
export const ANALYTICS_COOKIE_YEARS = 2
export const ANALYTICS_DAILY_COOKIE_HOURS = 24

// Version of the text a person agreed to: the date of the privacy page and of the note under the newsletter form.
export const PRIVACY_TEXT_VERSION = '2026-11-20'
export const NEWSLETTER_TEXT_VERSION = '2025-07-30'
