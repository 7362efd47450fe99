import { z } from 'zod'
import { SellerView } from '#domain/listings.ts'
import { PROVINCES } from '#domain/provinces.ts'
import { line, paragraph } from '#domain/text.ts'

export const MIN_PASSWORD = 6
export const MAX_PASSWORD = 200
export const MAX_CF = 16
export const MAX_SELLER_DESCRIPTION = 1500
export const MAX_REFERERS_AT_REGISTER = 3
export const MAX_REFERERS = 5

export const PASSWORD_TOO_SHORT = 'La password deve avere almeno 6 caratteri'

/** What makes two usernames or two addresses the same: one Unicode form, no case. */
export const identityKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

// Bounded before it is matched, and without nested repetition: no input makes it slow.
export const Email = line(254).refine(
  (email) => /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/.test(email),
  'Controlla l’indirizzo e-mail.',
)
export const Password = z
  .string()
  .min(MIN_PASSWORD, PASSWORD_TOO_SHORT)
  .max(MAX_PASSWORD, `La password può avere al massimo ${MAX_PASSWORD} caratteri`)

const upperLine = (max: number) => line(max).transform((text) => text.toUpperCase())
const Username = upperLine(40).refine((name) => name.length > 0, 'Scegli un nome utente.')
const referers = (most: number) => z.array(line(60)).max(most, `Al massimo ${most} gruppi.`)
const orEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? '', schema)

export const Registration = z.object({
  username: Username,
  email: Email,
  password: Password,
  sellername: orEmpty(line(80)),
  phone: orEmpty(line(30)),
  cf: orEmpty(upperLine(MAX_CF)),
  referer: z.preprocess((value) => value || [], referers(MAX_REFERERS_AT_REGISTER)),
  newsletter: z.preprocess((value) => value || false, z.boolean()),
})

export const Credentials = z.object({ email: line(254), password: z.string().max(MAX_PASSWORD) })
export const RecoveryRequest = z.object({ email: Email })
export const Replacement = z.object({ newData: Password, id: line(100) })
export const Verification = z.object({ uuid: line(100) })

const isWebLink = (link: string): boolean => link === '' || /^https?:$/.test(URL.parse(link)?.protocol ?? '')

/** Fields left out stay as they are. */
export const ProfileChange = z.object({
  name: line(60).optional(),
  surname: line(60).optional(),
  gender: z.enum(['M', 'F'], 'Scegli M o F.').or(z.literal('')).optional(),
  birthday: z
    .string()
    .regex(/^(\d{1,2}\/\d{1,2}\/\d{4})?$/, 'Scrivi la data come gg/mm/aaaa.')
    .optional(),
  birthplace: upperLine(80).optional(),
  cf: upperLine(MAX_CF).optional(),
  phone: line(30).optional(),
  referer: referers(MAX_REFERERS).optional(),
  city: z.enum(PROVINCES, 'Scegli una provincia dall’elenco.').or(z.literal('')).optional(),
  zipCode: z
    .string()
    .regex(/^(\d{5})?$/, 'Il CAP ha 5 cifre.')
    .optional(),
  password: z.preprocess((value) => value || undefined, Password.optional()),
  sellerName: line(80).optional(),
  sellerLogo: line(500).optional(),
  sellerDescription: paragraph(MAX_SELLER_DESCRIPTION).optional(),
  sellerLink: line(300).refine(isWebLink, 'Il link deve cominciare con http:// o https://.').optional(),
})

/** What an admin may change of a member. */
export const MemberChange = z.object({
  name: line(60).optional(),
  email: Email.optional(),
  isSeller: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

/** What the browser keeps of the member who signed in. */
export const UserInfo = z.object({
  _id: z.string(),
  username: z.string(),
  token: z.string(),
  verified: z.boolean(),
  isSeller: z.boolean(),
  isAdmin: z.boolean(),
  hasAd: z.boolean(),
})
export type UserInfo = z.infer<typeof UserInfo>

/** A seller as everyone may see them. */
export const PublicMember = z.object({
  _id: z.string(),
  username: z.string(),
  seller: SellerView,
  createdAt: z.string(),
})

/** A member as they and the admins see them; the wallet's secret is never part of it. */
export const FullMember = PublicMember.extend({
  name: z.string(),
  surname: z.string(),
  account: z.string(),
  gender: z.string(),
  birthday: z.string(),
  birthplace: z.string(),
  cf: z.string(),
  email: z.string(),
  phone: z.string(),
  zipCode: z.string(),
  city: z.string(),
  referer: z.array(z.string()),
  newsletter: z.enum(['Verified', 'Not Verified']),
  partitaIva: z.string(),
  verified: z.boolean(),
  isSeller: z.boolean(),
  isAdmin: z.boolean(),
  hasAd: z.boolean(),
})
