// The cookie of the consent bar. The Garante forbids asking again within six months of a refusal.
export const CONSENT_COOKIE = 'piazza_consenso'
export const CONSENT_DAYS = { yes: 150, no: 180 } as const
export type ConsentAnswer = keyof typeof CONSENT_DAYS

const DAY_SECONDS = 24 * 60 * 60

/** In the format of `document.cookie`. */
export const consentCookie = (answer: ConsentAnswer, secure: boolean): string =>
  `${CONSENT_COOKIE}=${answer}; Max-Age=${CONSENT_DAYS[answer] * DAY_SECONDS}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

export const findConsent = (cookies: string): ConsentAnswer | undefined => {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1)
  return value === 'yes' || value === 'no' ? value : undefined
}

// Shown on the privacy page: lifetime of analytics cookies, if analytics are ever enabled, after consent only.
export const ANALYTICS_YEARS = 2
export const ANALYTICS_DAY_HOURS = 24

// Version of the text a person agreed to: the date of the privacy page and of the note under the newsletter form.
export const PRIVACY_TEXT_VERSION = '2025-07-30'
export const NEWSLETTER_TEXT_VERSION = '2025-07-30'
