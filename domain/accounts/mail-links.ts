// Paths of the links in mails.
/** With the listing to return to, which the browser that opens the link may not know. */
export const verificationPath = (token: string, listing?: string): string =>
  listing ? `/verification/${token}?annuncio=${listing}` : `/verification/${token}`
export const recoveryPath = (token: string): string => `/password-recovery/${token}`
/** Where an invited person chooses a password. */
export const invitationPath = (token: string): string => `/invito/${token}`
/** Confirms a new e-mail address. */
export const newEmailPath = (token: string): string => `/nuova-email/${token}`
/** Reverts a change of e-mail or password. */
export const restorePath = (token: string): string => `/annulla-modifica/${token}`
export const newsletterConfirmationPath = (email: string, code: string): string =>
  `/newsletter/${encodeURIComponent(email)}?codice=${code}`
/** Page that asks for confirmation and posts the code to `unsubscribeApiPath`. */
export const unsubscribePath = (code: string): string => `/disiscrizione/${code}`
export const unsubscribeApiPath = (code: string): string => `/api/newsletter/leave/${code}`
/** Page that asks for confirmation and posts the code to `noticeLeaveApiPath`. */
export const noticeLeavePath = (code: string): string => `/avvisi/disiscrizione/${code}`
export const noticeLeaveApiPath = (code: string): string => `/api/notices/leave/${code}`
