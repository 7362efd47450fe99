import { createHash } from 'node:crypto'
import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { GiftImport, GiftImportResult } from '#domain/val/treasury.schema.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import type { RecipientRow } from '#server/accounts/members/rows.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { RowError } from '#server/platform/csv/read.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { nameRef } from '#server/talk/references/references.ts'
import { type GiftOfRow, readGifts } from '#server/val/treasury/gift-rows.ts'
import type { SecondYes } from '#server/val/treasury/second-yes.ts'
import type { StoredImport, TreasuryStore } from '#server/val/treasury/store.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

const SAME_FILE_MS = 10 * 60 * 1000

type Parts = {
  store: TreasuryStore
  members: MembersService
  wallet: WalletService
  idempotency: Idempotency
  secondYes: SecondYes
  audit: Audit
  now: () => Date
}
type FoundGift = GiftOfRow & { memberId: string }

export const problemWith = (member: RecipientRow | undefined): string | undefined => {
  if (!member) return TREASURY_MESSAGES.memberUnknown
  if (member.isDeleted) return TREASURY_MESSAGES.memberDeleted
  if (member.isSuspended) return TREASURY_MESSAGES.memberSuspended
  return member.account ? undefined : TREASURY_MESSAGES.memberWithoutWallet
}

const resultOf = ({ amount, gifts, state }: StoredImport): GiftImportResult => ({
  sum: fromHundredths(amount),
  gifts,
  proposed: state === 'proposed',
  errors: [],
})

const repeated = (row: number): string => `Questa persona è già nella riga ${row}.`

/** Gifts from a file. The whole file is validated, then stored in one transaction; a job sends the gifts. */
export const makeGiftImports = ({ store, members, wallet, idempotency, secondYes, audit, now }: Parts) => {
  /** Finds the members of the rows; returns an error for each row whose member cannot receive a gift. */
  const findMembers = async (gifts: GiftOfRow[]): Promise<{ found: FoundGift[]; errors: RowError[] }> => {
    const byName = await members.findRecipients(gifts.map(({ username }) => username))
    const rowOf = new Map<string, number>()
    const found: FoundGift[] = []
    const errors: RowError[] = []
    for (const gift of gifts) {
      const member = byName.get(gift.username)
      const before = member && rowOf.get(member.id)
      const message = before ? repeated(before) : problemWith(member)
      if (message) errors.push({ row: gift.row, message })
      if (!member || message) continue
      rowOf.set(member.id, gift.row)
      found.push({ ...gift, memberId: member.id })
    }
    return { found, errors }
  }

  const check = async (csv: string): Promise<{ found: FoundGift[]; result: GiftImportResult; sum: number }> => {
    const { gifts, errors } = readGifts(csv)
    const checked = await findMembers(gifts)
    const sum = checked.found.reduce((total, { amount }) => total + amount, 0)
    const all = [...errors, ...checked.errors].toSorted((one, other) => one.row - other.row)
    return {
      found: checked.found,
      sum,
      result: { sum: fromHundredths(sum), gifts: checked.found.length, proposed: false, errors: all },
    }
  }

  return {
    async run(
      viewer: Member,
      { csv, dryRun, confirmation }: GiftImport,
      key: string | undefined,
    ): Promise<GiftImportResult> {
      if (dryRun) {
        const { result, sum } = await check(csv)
        const left = await secondYes.left(viewer.id)
        return { ...result, proposed: left !== null && sum > left }
      }
      const call = { memberId: viewer.id, call: 'POST /api/treasury/gifts/import', key, body: csv }
      const once = idempotency.once(call, store.findImport)
      const before = await once.find()
      if (before) return resultOf(before)
      const { found, result, sum } = await check(csv)
      if (result.errors.length > 0) return result
      secondYes.assertTyped(sum, confirmation)
      const digest = createHash('sha256').update(csv).digest('hex')
      const within = { milliseconds: SAME_FILE_MS, now: now() }
      const balance = await wallet.treasuryBalance()
      const add = async (tx: Queries) => {
        await store.lockGiver(tx, viewer.id)
        const recent = key === undefined ? await store.findRecentImport(tx, viewer.id, digest, within) : undefined
        if (recent) return recent
        const others = await secondYes.others(tx, viewer.id)
        await members.contacts(tx, [viewer.id, ...others, ...found.map(({ memberId }) => memberId)])
        if (balance < sum + (await store.promised(tx))) throw new AppError('invalid', TREASURY_MESSAGES.tooLittle)
        const gifts = found.map(({ memberId, amount, note }) => ({ memberId, amount, note }))
        const isProposed = await secondYes.isNeeded(tx, viewer.id, sum, others)
        const added = await store.addImport(tx, { givenBy: viewer.id, digest, at: now(), isProposed, gifts })
        const details = { amount: String(result.sum), gifts: String(gifts.length) }
        const action = isProposed ? 'treasury.propose' : 'treasury.import'
        await audit.record({ actor: viewer.id, action, subject: added.id, details }, tx)
        const whom = gifts.length === 1 ? 'una persona' : `${gifts.length} persone`
        const text = `${nameRef(viewer.id)} propone di dare ${formatPrice({ val: result.sum })} a ${whom}, da un file: serve il tuo sì.`
        if (isProposed) await secondYes.ask(tx, others, text)
        else await jobs.add(tx, 'give-gifts', {})
        return added
      }
      return resultOf(await store.transaction((tx) => once.store(tx, () => add(tx))))
    },
  }
}
