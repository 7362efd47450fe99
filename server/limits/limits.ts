// How often things may be done: so many times at once, then again as the seconds go by.
export type Limit = { times: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

export const LIMITS = {
  /** A whole meeting may sign in through one router. */
  signInFromIp: { times: 60, seconds: 5 * MINUTE },
  signInFromIpAsMember: { times: 10, seconds: 10 * MINUTE },
  /** High, so that a stranger who fails on purpose cannot easily lock somebody out. */
  signInAsMember: { times: 100, seconds: HOUR },
  registerFromIp: { times: 30, seconds: HOUR },
  verificationMail: { times: 3, seconds: 15 * MINUTE },
  recoveryFromIp: { times: 20, seconds: HOUR },
  recoveryMail: { times: 5, seconds: HOUR },
  linkFromIp: { times: 60, seconds: 10 * MINUTE },
  newsletterFromIp: { times: 30, seconds: HOUR },
  newsletterMail: { times: 3, seconds: HOUR },
  /** What asks for the password again: revealing the wallet's secret, leaving. */
  passwordAgain: { times: 5, seconds: 15 * MINUTE },
  profileChange: { times: 60, seconds: HOUR },
  newListing: { times: 60, seconds: HOUR },
  review: { times: 30, seconds: HOUR },
  upload: { times: 60, seconds: HOUR },
  order: { times: 60, seconds: HOUR },
  /** Asking again how far a payment has got counts too. */
  payment: { times: 300, seconds: HOUR },
  dataExport: { times: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
