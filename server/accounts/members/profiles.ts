import type { Member, Viewer } from '#domain/accounts/access.ts'
import { canSeeMember, isSelf } from '#domain/accounts/access.ts'
import {
  type FullMember,
  identityKey,
  isReservedName,
  type ProfileChange,
  type PublicMember,
  RESERVED_NAME_TAKEN,
  type UserInfo,
} from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { makePublicProfiles, toSeller } from '#server/accounts/members/public-profiles.ts'
import type { MemberColumns, MemberRow } from '#server/accounts/members/rows.ts'
import { toFull } from '#server/accounts/members/views.ts'
import { SECRET_ACTION } from '#server/accounts/passkeys/actions.ts'
import type { Credentials } from '#server/accounts/sessions/credentials.ts'
import type { Sessions } from '#server/accounts/sessions/sessions.ts'
import type { Queries } from '#server/platform/db/pool.ts'

// Converts d/M/yyyy to yyyy-M-d.
const isoDay = (text: string): string | null => text.split('/').reverse().join('-') || null

const COLUMN_OF = {
  name: 'name',
  surname: 'surname',
  birthplace: 'birthplace',
  cf: 'cf',
  phone: 'phone',
  city: 'city',
  zipCode: 'zip_code',
  referer: 'referer',
  sellerName: 'seller_name',
  sellerLogo: 'seller_logo',
  sellerDescription: 'seller_description',
  sellerLink: 'seller_link',
} as const satisfies Partial<Record<keyof ProfileChange, keyof MemberColumns>>

/** Returns the columns to update; missing fields stay unchanged. */
const columnsOf = ({
  gender,
  birthday,
  ...change
}: Omit<ProfileChange, 'password' | 'email' | 'currentPassword'>): MemberColumns => {
  const plain = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [COLUMN_OF[field as keyof typeof COLUMN_OF], value])
  return {
    ...Object.fromEntries(plain),
    ...(gender === undefined ? {} : { gender: gender || null }),
    ...(birthday === undefined ? {} : { birthday: isoDay(birthday) }),
  }
}

/** A name that was taken before it became reserved stays. */
const refuseNewReservedNames = (
  change: Pick<ProfileChange, 'name' | 'sellerName'>,
  current: MemberRow,
  associationName: string,
): void => {
  for (const field of ['name', 'sellerName'] as const) {
    const name = change[field]
    if (name === undefined || name === current[field] || !isReservedName(name, associationName)) continue
    throw new AppError('invalid', RESERVED_NAME_TAKEN, { errors: { [field]: RESERVED_NAME_TAKEN } })
  }
}

export const makeProfiles = (parts: MembersParts, sessions: Sessions, credentials: Credentials) => {
  const { store, sessionRows, passwords, limits, newsletter, hooks, audit, site, now } = parts

  const full = async (row: MemberRow): Promise<FullMember> => {
    // An address that was never verified may be another person's.
    if (!row.verified) return toFull(row, 'none')
    const newsletterOf = await newsletter.statesAmong([row.email])
    return toFull(row, newsletterOf(row.email))
  }
  /** Throws 401 if the session has ended since the request arrived. */
  const asOwn = async (row: MemberRow | undefined, viewer: Member, tx?: Queries): Promise<MemberRow> => {
    if (!row || !(await sessionRows.isOpen(viewer.session, now(), tx)))
      throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    return row
  }
  const getOwn = async (viewer: Member): Promise<MemberRow> => asOwn(await store.find(viewer.id), viewer)

  const checkCurrentPassword = async (viewer: Member, password: string | undefined): Promise<void> => {
    if (password === undefined) throw new AppError('forbidden', ACCOUNT_MESSAGES.currentPasswordRequired)
    await sessions.checkPassword(viewer, password, 'currentPassword')
  }

  return {
    ...makePublicProfiles(store),

    /** Returns the full record to the member and to admins. Others get the public record, if the member is a seller. */
    async get(id: string, viewer: Viewer): Promise<FullMember | PublicMember> {
      const row = await store.find(id)
      return row && canSeeMember(row, viewer) ? full(row) : toSeller(row)
    },

    /** Used by the export of the member's own data. */
    async exportOf(id: string): Promise<FullMember> {
      const row = await store.find(id)
      if (!row) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
      return full(row)
    },

    getFull: async (viewer: Member): Promise<FullMember> => full(await getOwn(viewer)),

    /** A new password or e-mail needs the current password and ends all other sessions. The response has a new token. */
    async change(viewer: Member, token: string, change: ProfileChange): Promise<UserInfo> {
      await limits.take('profileChange', viewer.id)
      const { password, email, currentPassword, ...plain } = change
      const own = await getOwn(viewer)
      const newEmail = email !== undefined && identityKey(email) !== identityKey(own.email) ? email : undefined
      if (password !== undefined || newEmail !== undefined) await checkCurrentPassword(viewer, currentPassword)
      if (newEmail !== undefined) await credentials.takeMailLimit(newEmail)
      const passwordHash = password && (await passwords.hash(password))
      return store.transaction(async (tx) => {
        const current = await asOwn(await store.lock(tx, viewer.id), viewer, tx)
        refuseNewReservedNames(plain, current, site.associationName)
        if (plain.sellerLogo !== undefined && plain.sellerLogo !== current.sellerLogo)
          await hooks.setLogo(tx, viewer.id, plain.sellerLogo)
        await store.change(tx, viewer.id, columnsOf(plain))
        // Before the password changes, so that the link sent to the old address restores the old password.
        if (newEmail !== undefined) await credentials.requestEmail(tx, viewer.id, newEmail, viewer.id)
        if (passwordHash) await credentials.setPassword(tx, viewer.id, passwordHash, viewer.id)
        const isRenewed = newEmail !== undefined || Boolean(passwordHash)
        return sessions.userInfo(current, isRenewed ? await sessions.renew(tx, viewer) : token)
      })
    },

    /** Sets `hasAd` if the member has a listing that is not a draft. */
    async upgrade(userId: string, viewer: Member, token: string): Promise<UserInfo> {
      if (!isSelf({ id: userId }, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      if (!viewer.hasAd && (await hooks.listings.hasNonDraft(viewer.id)))
        await store.transaction((tx) => store.change(tx, viewer.id, { has_ad: true }))
      return sessions.userInfo(await getOwn(viewer), token)
    },

    /** Returns the private key of the member's own wallet. Every access is audited. */
    async revealSecret(id: string, viewer: Member, proof: Proof): Promise<{ account: string; accountKey: string }> {
      if (!isSelf({ id }, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      const { accountKey } = await sessions.confirmUnheld(viewer, proof, SECRET_ACTION)
      const { account } = await getOwn(viewer)
      if (!account || !accountKey) throw new AppError('conflict', ACCOUNT_MESSAGES.noWallet)
      await audit.record({ actor: viewer.id, action: 'wallet.reveal', subject: viewer.id })
      return { account, accountKey: hooks.wallet.reveal(viewer.id, accountKey) }
    },
  }
}
