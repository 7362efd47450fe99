// Token buckets: `times` tokens, refilled over `seconds`.
export type Limit = { times: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const LIMITS = {
  /** High enough for many members who sign in behind one router. */
  signInFromIp: { times: 60, seconds: 5 * MINUTE },
  signInFromIpAsMember: { times: 10, seconds: 10 * MINUTE },
  /** High, so that an attacker cannot lock a member out by failing on purpose. */
  signInAsMember: { times: 100, seconds: HOUR },
  registerFromIp: { times: 30, seconds: HOUR },
  verificationMail: { times: 3, seconds: 15 * MINUTE },
  verificationMailFromIp: { times: 30, seconds: HOUR },
  recoveryFromIp: { times: 20, seconds: HOUR },
  recoveryMail: { times: 5, seconds: HOUR },
  linkFromIp: { times: 60, seconds: 10 * MINUTE },
  newsletterFromIp: { times: 30, seconds: HOUR },
  newsletterMail: { times: 3, seconds: HOUR },
  /** Shared by all calls of a member that ask for the password again. */
  passwordAgain: { times: 5, seconds: 15 * MINUTE },
  /** Passkey challenges for a signed-in member, and the responses to them. */
  passkey: { times: 30, seconds: 15 * MINUTE },
  /** A sign-in counts twice: the challenge and the response. */
  passkeySignInFromIp: { times: 120, seconds: 5 * MINUTE },
  profileChange: { times: 60, seconds: HOUR },
  listingView: { times: 300, seconds: HOUR },
  missedSearch: { times: 120, seconds: HOUR },
  /** Changes of one listing by one member. */
  listingChange: { times: 30, seconds: HOUR },
  newListing: { times: 60, seconds: HOUR },
  review: { times: 30, seconds: HOUR },
  upload: { times: 60, seconds: HOUR },
  order: { times: 60, seconds: HOUR },
  /** Includes polling the state of a payment. */
  payment: { times: 300, seconds: HOUR },
  message: { times: 120, seconds: 10 * MINUTE },
  /** Mails that tell a member what became of a reply by mail. */
  replyMail: { times: 10, seconds: HOUR },
  deskRegistration: { times: 40, seconds: DAY },
  deskCode: { times: 5, seconds: HOUR },
  deskSession: { times: 60, seconds: HOUR },
  report: { times: 20, seconds: DAY },
  reportFromIp: { times: 10, seconds: HOUR },
  reportMail: { times: 5, seconds: DAY },
  /** Looking up the other member of a transfer or of a request for VAL. */
  recipient: { times: 120, seconds: HOUR },
  /** Suggestions while a name is typed. */
  payeeSuggestions: { times: 600, seconds: HOUR },
  /** Requests for VAL by a member in total, and to the same member. */
  valRequest: { times: 20, seconds: DAY },
  valRequestToMember: { times: 3, seconds: DAY },
  newsletterTest: { times: 30, seconds: HOUR },
  dataExport: { times: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
