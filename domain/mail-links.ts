// Paths of the links in mails.
export const verificationPath = (token: string): string => `/verification/${token}`
export const recoveryPath = (token: string): string => `/password-recovery/${token}`
export const newsletterConfirmationPath = (email: string, code: string): string =>
  `/newsletter/${encodeURIComponent(email)}?codice=${code}`
/** Page that asks for confirmation and posts the code to `unsubscribeApiPath`. */
export const unsubscribePath = (code: string): string => `/disiscrizione/${code}`
export const unsubscribeApiPath = (code: string): string => `/api/newsletter/leave/${code}`
