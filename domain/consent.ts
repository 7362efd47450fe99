// What the cookie bar keeps, and for how long. The Garante lets nobody be asked again within six months of a no.
export const CONSENT_COOKIE = 'piazza_consenso'
export const CONSENT_DAYS = { yes: 150, no: 180 } as const
export type ConsentAnswer = keyof typeof CONSENT_DAYS

const DAY_SECONDS = 24 * 60 * 60

/** The cookie that remembers an answer, as `document.cookie` takes it. */
export const consentCookie = (answer: ConsentAnswer, secure: boolean): string =>
  `${CONSENT_COOKIE}=${answer}; Max-Age=${CONSENT_DAYS[answer] * DAY_SECONDS}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

export const findConsent = (cookies: string): ConsentAnswer | undefined => {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1)
  return value === 'yes' || value === 'no' ? value : undefined
}

// How long a measure of visits might remember somebody, if one is ever switched on and only after a yes.
export const ANALYTICS_YEARS = 2
export const ANALYTICS_DAY_HOURS = 24

// Which wording somebody agreed to: the date of the policy page, and of the line under the newsletter's form.
export const PRIVACY_TEXT_VERSION = '2025-07-30'
export const NEWSLETTER_TEXT_VERSION = '2025-07-30'
