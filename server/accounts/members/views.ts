import { shownEmail } from '#domain/accounts/desk.ts'
import type { FullMember, PublicMember } from '#domain/accounts/members.schema.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { SubscriptionState } from '#server/talk/newsletter/service.ts'

export const toPublic = (row: MemberRow): PublicMember => ({
  _id: row.id,
  username: row.username,
  seller: {
    name: row.shownName,
    logo: row.sellerLogo,
    description: row.sellerDescription,
    link: row.sellerLink,
    rating: row.rating,
    numReviews: row.ratingCount,
  },
  createdAt: row.createdAt.toISOString(),
})

export const toFull = (row: MemberRow, newsletter: SubscriptionState): FullMember => ({
  ...toPublic(row),
  name: row.name,
  surname: row.surname,
  sellerName: row.sellerName,
  account: row.account ?? '',
  gender: row.gender ?? '',
  birthday: row.birthday,
  birthplace: row.birthplace,
  cf: row.cf,
  email: shownEmail(row.email),
  pendingEmail: row.pendingEmail ?? '',
  phone: row.phone,
  zipCode: row.zipCode,
  city: row.city,
  referer: row.referer,
  newsletter: newsletter === 'confirmed' ? 'Verified' : 'Not Verified',
  newsletterAsked: newsletter !== 'none',
  welcomeHeld: row.welcomeHeld,
  welcomeHeldFor: row.welcomeHeldFor,
  partitaIva: row.partitaIva,
  verified: row.verified,
  verify: { verified: row.verified },
  isSeller: row.isSeller,
  isAdmin: row.isAdmin,
  role: row.role,
  suspension: row.suspendedAt && {
    until: row.suspendedUntil?.toISOString() ?? null,
    reason: row.suspensionReason,
  },
  hasAd: row.hasAd,
})
