// Where the links in our mails lead: paths of this site, with what makes each of them somebody's own.
export const verificationPath = (token: string): string => `/verification/${token}`
export const recoveryPath = (token: string): string => `/password-recovery/${token}`
export const confirmationPath = (email: string, code: string): string =>
  `/newsletter/${encodeURIComponent(email)}?codice=${code}`
/** The page that asks whether one really wants to leave the newsletter; it posts the code to `newsletterLeaveCall`. */
export const unsubscribePath = (code: string): string => `/disiscrizione/${code}`
export const newsletterLeaveCall = (code: string): string => `/api/newsletter/leave/${code}`
