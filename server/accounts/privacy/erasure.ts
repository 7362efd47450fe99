import type { Member } from '#domain/accounts/access.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import type { ErasurePreview } from '#domain/accounts/privacy.schema.ts'
import { UNVERIFIED_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import { personOf } from '#server/accounts/privacy/person.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'

const BATCH_SIZE = 100
const TRANSFER_SECONDS = 60

type ReadWallet = { movement: number; balance: number | undefined }

type Parts = {
  store: MembersStore
  members: MembersService
  hooks: AccountHooks
  audit: Audit
}

/** Deletes accounts: by an admin, by the member, or because the address was never verified. */
export const makeErasure = ({ store, members, hooks, audit }: Parts) => {
  const { wallet, requests } = hooks

  /** Orders and reviews stay, without a name, for other members. The wallet stays until it is empty (see val/wallet/sweeping.ts). */
  const erasePersonalData = async (tx: Queries, member: MemberRow, balance?: number): Promise<void> => {
    for (const { erase } of hooks.personalData()) await erase?.(tx, personOf(member, balance))
  }

  /** The VAL of a wallet, and its last movement; read before the transaction, because the chain may take long to answer. */
  const readWallet = async (id: string): Promise<ReadWallet> => {
    const account = await wallet.findAccount(id)
    if (!account) return { movement: 0, balance: 0 }
    const movement = await wallet.lastMovement(account)
    return { movement, balance: await wallet.readBalance(id).catch(() => undefined) }
  }

  const isMoving = async (tx: Queries, account: string, { movement }: ReadWallet): Promise<boolean> =>
    (await wallet.hasOpenTransfers(tx, account)) || (await wallet.lastMovement(account, tx)) !== movement

  /** Transfers lock the rows of both members, so that none can start while the member is locked here. */
  const remove = async (tx: Queries, id: string, read: ReadWallet): Promise<void> => {
    await members.administration.assertNotLastAdmin(tx, id, await requests.partners(tx, id))
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    if (member.account && (await isMoving(tx, member.account, read)))
      throw new AppError('conflict', ACCOUNT_MESSAGES.transferOpen, { retryAfter: TRANSFER_SECONDS })
    await erasePersonalData(tx, member, read.balance)
  }

  /** Deletes one batch of unverified accounts registered before this time; returns its size. */
  const deleteUnverified = async (before: Date): Promise<number> => {
    const ids = await store.unverifiedSince(before, BATCH_SIZE)
    for (const id of ids)
      await store.transaction(async (tx) => {
        const member = await store.lock(tx, id)
        if (member && !member.verified) await erasePersonalData(tx, member)
      })
    return ids.length
  }

  return {
    /** For admins. */
    async remove(id: string, viewer: Member): Promise<void> {
      const read = await readWallet(id)
      await store.transaction(async (tx) => {
        await remove(tx, id, read)
        await audit.record({ actor: viewer.id, action: 'member.delete', subject: id }, tx)
      })
    },

    /** Returns what the member would lose with the account. `val` is null while the chain is unreachable. */
    async preview(viewer: Member): Promise<ErasurePreview> {
      const balance = wallet.readBalance(viewer.id).catch(() => null)
      const [openRequests, val] = await Promise.all([requests.countOpen(viewer.id), balance])
      return { openRequests, val: val === null ? null : fromHundredths(val) }
    },

    /** For the member. */
    async erase(viewer: Member, password: string): Promise<void> {
      await members.sessions.checkPasswordUnheld(viewer, password)
      const read = await readWallet(viewer.id)
      await store.transaction(async (tx) => {
        await remove(tx, viewer.id, read)
        await audit.record({ actor: viewer.id, action: 'member.erase', subject: viewer.id }, tx)
      })
    },

    /** Deletes the accounts that were not verified within UNVERIFIED_DAYS. */
    async deleteUnverified(at: Date): Promise<void> {
      const before = new Date(at.getTime() - UNVERIFIED_DAYS * DAY_MS)
      while ((await deleteUnverified(before)) === BATCH_SIZE);
    },
  }
}
export type Erasure = ReturnType<typeof makeErasure>
