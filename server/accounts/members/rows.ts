import type { Role } from '#domain/accounts/access.ts'
import type { Suspension } from '#domain/accounts/suspension.ts'
import type { WelcomeHeldFor } from '#domain/accounts/welcome.schema.ts'

/** A member as stored, without password hash and wallet key. */
export type MemberRow = {
  id: string
  username: string
  /** The name that other members see. */
  shownName: string
  email: string
  /** Replaces `email` once the link sent to it is opened. */
  pendingEmail: string | null
  name: string
  surname: string
  gender: string | null
  /** As d/M/yyyy, or empty. */
  birthday: string
  birthplace: string
  cf: string
  phone: string
  zipCode: string
  city: string
  referer: string[]
  partitaIva: string
  verified: boolean
  isSeller: boolean
  role: Role
  isAdmin: boolean
  suspendedAt: Date | null
  suspendedUntil: Date | null
  suspensionReason: string
  hasAd: boolean
  account: string | null
  welcomeHeld: boolean
  welcomeHeldFor: WelcomeHeldFor | null
  sellerName: string
  sellerLogo: string
  sellerDescription: string
  sellerLink: string
  rating: number
  ratingCount: number
  createdAt: Date
}

export type SuspensionColumns = Pick<MemberRow, 'suspendedAt' | 'suspendedUntil' | 'suspensionReason'>

/** Returns null if the member is not suspended at that time. A suspension ends without a change of its row. */
export const suspensionAt = (row: SuspensionColumns, now: Date): Suspension | null => {
  const { suspendedAt, suspendedUntil: until, suspensionReason: reason } = row
  return suspendedAt && (until === null || until > now) ? { until, reason } : null
}

export type MemberToSignIn = MemberRow & { passwordHash: string }

/** Contact details for the other party of an order. */
export type ContactRow = Pick<MemberRow, 'id' | 'username' | 'shownName' | 'email' | 'phone' | 'name'> & {
  isSuspended: boolean
}

/** A member as shown to the other party of a transfer. */
export type RecipientRow = Pick<MemberRow, 'id' | 'username' | 'account' | 'createdAt'> & {
  name: string
  logo: string
  isDeleted: boolean
  isSuspended: boolean
}

/** Columns to update. */
export type MemberColumns = Partial<{
  email: string
  email_key: string
  pending_email: string | null
  credentials_changed_at: Date
  password_hash: string
  name: string
  surname: string
  gender: 'M' | 'F' | null
  birthday: string | null
  birthplace: string
  cf: string
  phone: string
  zip_code: string
  city: string
  referer: string[]
  verified: boolean
  is_seller: boolean
  role: Role
  suspended_at: Date | null
  suspended_until: Date | null
  suspension_reason: string
  has_ad: boolean
  account: string
  account_key: Buffer
  welcomed_at: Date
  welcome_held_at: Date | null
  welcome_held_for: WelcomeHeldFor | null
  registered_by: string
  seller_name: string
  seller_logo: string
  seller_description: string
  seller_link: string
}>

export type NewMember = Pick<MemberRow, 'username' | 'email' | 'sellerName' | 'phone' | 'cf' | 'referer'> & {
  passwordHash: string
}

export type Secrets = {
  passwordHash: string
  accountKey: Uint8Array | null
  /** When the password or e-mail was last changed. */
  changedAt: Date | null
}
