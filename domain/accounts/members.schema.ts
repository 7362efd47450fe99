import { z } from 'zod'
import { ROLES } from '#domain/accounts/access.ts'
import {
  ACCOUNT_MESSAGES,
  FIRST_BIRTH_YEAR,
  GENDERS,
  MAX_BIRTHPLACE,
  MAX_CF,
  MAX_MEMBER_PAGE_SIZE,
  MAX_NAME,
  MAX_PASSWORD,
  MAX_REFERER,
  MAX_REFERERS,
  MAX_REFERERS_AT_REGISTER,
  MAX_SELLER_DESCRIPTION,
  MAX_SELLER_LINK,
  MAX_SELLER_NAME,
  MAX_USERNAME,
  MEMBER_PAGE_SIZE,
  MEMBER_SORT_ORDERS,
  MIN_PASSWORD,
  RESERVED_NAMES,
  TREASURY_NAME,
  ZIP_CODE_INVALID,
  ZIP_CODE_PATTERN,
} from '#domain/accounts/members.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { isTaxCode, TAX_CODE_INVALID } from '#domain/accounts/tax-code.ts'
import { WelcomeHeldFor } from '#domain/accounts/welcome.schema.ts'
import { Email } from '#domain/base/email.schema.ts'
import { MAX_EMAIL } from '#domain/base/email.ts'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { PROVINCES } from '#domain/base/provinces.ts'
import { emptyAsMissing, pageNumber, wholeNumber } from '#domain/base/query-parameters.ts'
import { isVisible, line, nameLine, paragraph } from '#domain/base/text.ts'
import { MAX_IMAGE_ADDRESS } from '#domain/base/urls.ts'

export const SellerView = z.object({
  name: z.string(),
  logo: z.string(),
  description: z.string(),
  link: z.string(),
  rating: z.number(),
  numReviews: z.number(),
})

/** Comparison key of usernames and e-mail addresses: NFKC and case folding (upper case first, so that ß equals ss). */
export const identityKey = (text: string): string =>
  text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC')

export const Password = z
  .string()
  .min(MIN_PASSWORD, ACCOUNT_MESSAGES.passwordTooShort)
  .max(MAX_PASSWORD, `La password può avere al massimo ${MAX_PASSWORD} caratteri`)

const upperLine = (max: number) => line(max).transform((text) => text.toUpperCase())
// Latin letters only: with letters of other scripts and invisible characters, different names can look the same.
const USERNAME_PATTERN = /^[A-Z0-9À-ÖØ-ÞĀ-ſ .,_'’&+@!()#*/:%-]*$/
const TREASURY_NAME_TAKEN = 'Questo nome è della tesoreria: scegline un altro.'
export const RESERVED_NAME_TAKEN = 'Questo nome è riservato all’associazione: scegline un altro.'
/** What is left of a name for comparison: letters only, digits that look like letters as these. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replace(/[^A-Z]/g, '')
/** Statements name the treasury as a counterpart, so no member may use its name. */
const isNotTreasury = (name: string): boolean => lettersOf(name) !== TREASURY_NAME.toUpperCase()
/** Whether a new name would pass for the association, whose name the settings say, its volunteers or the site itself. */
export const isReservedName = (name: string, associationName = ''): boolean => {
  const letters = lettersOf(name)
  return RESERVED_NAMES.has(letters) || (letters !== '' && letters === lettersOf(associationName))
}
const USERNAME_INVALID = 'Nel nome utente usa lettere dell’alfabeto latino, cifre e segni comuni.'
const USERNAME_UNADDRESSABLE = 'Nel nome utente non usare /, % e #: non potresti ricevere VAL con il tuo link.'
const USERNAME_BLANK = 'Nel nome utente serve almeno una lettera o una cifra.'
export const Username = z
  .string()
  .refine(isVisible, USERNAME_INVALID)
  // Upper case and NFKC may lengthen the name, which must stay shorter than a wallet's address: VAL can be sent to either.
  .transform((name) => name.toUpperCase().normalize('NFKC'))
  .pipe(line(MAX_USERNAME))
  .refine((name) => name.length > 0, 'Scegli un nome utente.')
  .refine((name) => USERNAME_PATTERN.test(name), USERNAME_INVALID)
  // The name is a segment of paths such as /paga/NAME, which proxies and browsers decode and normalise.
  .refine((name) => !/[/%#]/.test(name), USERNAME_UNADDRESSABLE)
  .refine((name) => name === '' || /[\p{L}\d]/u.test(name), USERNAME_BLANK)
  .refine(isNotTreasury, TREASURY_NAME_TAKEN)
  .refine((name) => !isReservedName(name), RESERVED_NAME_TAKEN)
const ShopName = nameLine(MAX_SELLER_NAME).refine(isNotTreasury, TREASURY_NAME_TAKEN)
const FirstName = nameLine(MAX_NAME).refine(isNotTreasury, TREASURY_NAME_TAKEN)
const referers = (max: number) => z.array(nameLine(MAX_REFERER)).max(max, `Al massimo ${max} gruppi.`)
const TaxCode = upperLine(MAX_CF).refine(isTaxCode, TAX_CODE_INVALID)
const missingAsEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value: z.input<T> | null | undefined) => value ?? '', schema)

export const Registration = z.object({
  username: Username,
  email: Email,
  password: Password,
  sellername: missingAsEmpty(ShopName.refine((name) => !isReservedName(name), RESERVED_NAME_TAKEN)),
  phone: missingAsEmpty(Phone),
  cf: missingAsEmpty(TaxCode),
  referer: z.preprocess((value: string[] | null | undefined) => value || [], referers(MAX_REFERERS_AT_REGISTER)),
  newsletter: z.preprocess((value: boolean | null | undefined) => value || false, z.boolean()),
  /** The listing that the link in the mail leads back to. */
  listing: z.uuid().optional(),
})
export type Registration = z.output<typeof Registration>

export const Credentials = z.object({ email: line(MAX_EMAIL), password: z.string().max(MAX_PASSWORD) })
export const RecoveryRequest = z.object({ email: Email })
export const PasswordReplacement = z.object({ newData: Password, id: line(100) })
/** Optional: the link's token is already in the path. */
export const Verification = z.object({ uuid: line(100).optional() }).nullish()
/** `again`: the link was used before, and its account is verified; without the address then. */
export const VerifiedRecord = z.array(
  z.object({ verify: z.object({ verified: z.boolean() }), email: z.string(), again: z.boolean() }),
)
/** Without a token, the address identifies the account; with one it is ignored. */
export const VerificationMailRequest = z.object({ email: Email.optional(), listing: z.uuid().optional() }).nullish()

/** Ends this session, or all of the member's. */
export const SignOut = z.object({ everywhere: z.boolean().optional() }).nullish()

/** For actions that require the password again. */
export const PasswordConfirmation = z.object({ password: z.string().max(MAX_PASSWORD) })
export const WalletSecret = z.object({ account: z.string(), accountKey: z.string() })

const isWebLink = (link: string): boolean => link === '' || /^https?:$/.test(URL.parse(link)?.protocol ?? '')
// A path of this site, or a URL of an object store.
const isPictureAddress = (url: string): boolean => /^\/[^/\\]/.test(url) || isWebLink(url)

const dateOf = (text: string) => {
  const [day = 0, month = 0, year = 0] = text.split('/').map(Number)
  return { day, month, year, date: new Date(Date.UTC(year, month - 1, day)) }
}
const isCalendarDate = (text: string): boolean => {
  const { day, month, year, date } = dateOf(text)
  return year >= FIRST_BIRTH_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Missing fields stay unchanged. */
export const ProfileChange = z.object({
  name: FirstName.optional(),
  surname: nameLine(MAX_NAME).optional(),
  gender: z.enum(GENDERS, 'Scegli M o F.').or(z.literal('')).optional(),
  birthday: z
    .string()
    .regex(/^(\d{1,2}\/\d{1,2}\/\d{4})?$/, 'Scrivi la data come gg/mm/aaaa.')
    .refine((text) => text === '' || isCalendarDate(text), 'Questa data non esiste.')
    .refine((text) => text === '' || dateOf(text).date.getTime() <= Date.now(), 'La data di nascita è nel futuro.')
    .optional(),
  birthplace: upperLine(MAX_BIRTHPLACE).optional(),
  cf: TaxCode.optional(),
  phone: Phone.optional(),
  referer: referers(MAX_REFERERS).optional(),
  city: z.enum(PROVINCES, 'Scegli una provincia dall’elenco.').or(z.literal('')).optional(),
  zipCode: z
    .string()
    .regex(new RegExp(`^(${ZIP_CODE_PATTERN})?$`), ZIP_CODE_INVALID)
    .optional(),
  password: z.preprocess((value: string | undefined) => value || undefined, Password.optional()),
  email: z.preprocess((value: string | undefined) => value || undefined, Email.optional()),
  /** Required for a new password or e-mail. */
  currentPassword: z.string().max(MAX_PASSWORD).optional(),
  sellerName: ShopName.optional(),
  sellerLogo: line(MAX_IMAGE_ADDRESS).refine(isPictureAddress, 'Carica il logo di nuovo.').optional(),
  sellerDescription: paragraph(MAX_SELLER_DESCRIPTION).optional(),
  sellerLink: line(MAX_SELLER_LINK).refine(isWebLink, 'Il link deve cominciare con http:// o https://.').optional(),
})
export type ProfileChange = z.output<typeof ProfileChange>

/** Fields of a member that an admin may change. */
export const MemberChange = z.object({
  name: FirstName.optional(),
  email: Email.optional(),
  isSeller: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  role: z.enum(ROLES, 'Ruolo sconosciuto.').optional(),
})
export type MemberChange = z.output<typeof MemberChange>

export const MemberQuery = z.object({
  q: emptyAsMissing(line(MAX_SEARCH).optional()),
  order: emptyAsMissing(z.enum(MEMBER_SORT_ORDERS, 'Ordine sconosciuto.').default('newest')),
  p: pageNumber,
  pageSize: emptyAsMissing(wholeNumber(1, MAX_MEMBER_PAGE_SIZE).default(MEMBER_PAGE_SIZE)),
})
export type MemberQuery = z.output<typeof MemberQuery>

/** The session as the browser stores it. */
export const UserInfo = z.object({
  _id: z.string(),
  username: z.string(),
  token: z.string(),
  verified: z.boolean(),
  isSeller: z.boolean(),
  isAdmin: z.boolean(),
  hasAd: z.boolean(),
  /** Only of members with a role other than admin. */
  role: z.enum(['moderator', 'desk']).optional(),
})
export type UserInfo = z.infer<typeof UserInfo>

/** Open sessions of a member, newest first, and the failure of the e-mail address. */
export const MemberSessions = z.object({
  sessions: z.array(z.object({ beganAt: z.string() })),
  /** Null unless a mail server has refused the address for good. */
  mailFailure: z.object({ reason: z.string(), at: z.string() }).nullable(),
})
export type MemberSessions = z.infer<typeof MemberSessions>

/** Public view of a seller. */
export const PublicMember = z.object({
  _id: z.string(),
  username: z.string(),
  seller: SellerView,
  createdAt: z.string(),
})
export type PublicMember = z.infer<typeof PublicMember>

/** For the member and for admins. Never contains the wallet's secret. */
export const FullMember = PublicMember.extend({
  name: z.string(),
  surname: z.string(),
  /** As the member has written it; `seller.name` is never empty. */
  sellerName: z.string(),
  account: z.string(),
  gender: z.string(),
  birthday: z.string(),
  birthplace: z.string(),
  cf: z.string(),
  email: z.string(),
  /** A new address that takes effect once the link sent to it is opened; empty if there is none. */
  pendingEmail: z.string(),
  phone: z.string(),
  zipCode: z.string(),
  city: z.string(),
  referer: z.array(z.string()),
  newsletter: z.enum(['Verified', 'Not Verified']),
  /** Whether the member has subscribed, confirmed or not; false while the address of the account is not verified. */
  newsletterAsked: z.boolean(),
  /** Whether the welcome VAL are held until an admin releases them. */
  welcomeHeld: z.boolean(),
  /** Null also if they were held before the reason was stored. */
  welcomeHeldFor: WelcomeHeldFor.nullable(),
  partitaIva: z.string(),
  verified: z.boolean(),
  verify: z.object({ verified: z.boolean() }),
  isSeller: z.boolean(),
  isAdmin: z.boolean(),
  role: z.enum(ROLES),
  /** Null unless the member is suspended; `until` is null without an end. */
  suspension: z.object({ until: z.string().nullable(), reason: z.string() }).nullable(),
  hasAd: z.boolean(),
})
export type FullMember = z.infer<typeof FullMember>

/** Open requests or rings, and how many of them wait for the member. */
const Waiting = z.object({ open: z.number(), waiting: z.number() })
export type Waiting = z.infer<typeof Waiting>

/** What the profile says beside its links. */
export const MemberOverview = z.object({
  /** Listings that others see. */
  listings: z.number(),
  received: Waiting,
  sent: Waiting,
  rings: Waiting,
  favourites: z.number(),
  alerts: z.number(),
  /** Open requests for VAL that the member can pay. */
  valRequests: z.number(),
})
export type MemberOverview = z.infer<typeof MemberOverview>
