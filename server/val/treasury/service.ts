import { randomUUID } from 'node:crypto'
import { getAddress, isAddress } from 'viem'
import type { Member } from '#domain/accounts/access.ts'
import { dative } from '#domain/accounts/names.ts'
import type { AssociationLimits } from '#domain/association/settings.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type {
  Gift,
  GiftRecipient,
  GiftResult,
  Mint,
  MintResult,
  Treasury,
  TreasuryHistory,
} from '#domain/val/treasury.schema.ts'
import {
  describeAction,
  GIFT_ACTIONS,
  HISTORY_PAGE,
  TREASURY_ACTIONS,
  TREASURY_MESSAGES,
  type TreasuryAction,
} from '#domain/val/treasury.ts'
import type { RecipientRow } from '#server/accounts/members/rows.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Audit, AuditRow } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { nameRef } from '#server/talk/references/references.ts'
import { revocableSince, revocableUntil } from '#server/val/treasury/decisions.ts'
import { problemWith } from '#server/val/treasury/importing.ts'
import { assertTyped, type SecondYes } from '#server/val/treasury/second-yes.ts'
import type { ActRow, GiftRow, NewGift, TreasuryStore } from '#server/val/treasury/store.ts'
import { type Sending, startTimer } from '#server/val/wallet/sending.ts'
import type { Transfer, WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

const SHOWN = { most: 100, latest: 10 }
const FAILURES_SHOWN = 100
const DELETED_MEMBER = 'una persona che ha lasciato la piazza'

type Parts = {
  store: TreasuryStore
  members: MembersService
  wallet: WalletService
  settling: Settling
  countLosing: () => Promise<number>
  secondYes: SecondYes
  association: AssociationLimits
  idempotency: Idempotency
  sending: Sending
  audit: Audit
  now: () => Date
}
export type TreasuryService = ReturnType<typeof makeTreasury>

export const makeTreasury = (parts: Parts) => {
  const { store, members, wallet, settling, countLosing, idempotency, sending, secondYes, association, audit, now } =
    parts

  const findMember = async (text: string): Promise<RecipientRow & { account: string }> => {
    const member = await members.findRecipient(text, isAddress(text, { strict: false }) ? getAddress(text) : '')
    const problem = problemWith(member)
    if (problem || !member?.account) {
      const message = problem ?? TREASURY_MESSAGES.memberUnknown
      throw new AppError('invalid', message, { errors: { to: message } })
    }
    return { ...member, account: member.account }
  }

  const progressOf = async (id: string) => {
    const [progress] = await wallet.progressOf([id])
    if (!progress) throw new AppError('notFound', MESSAGES.pageNotFound)
    return progress
  }

  /** Stores a gift with its transfer; without it if another admin has to agree first. */
  const storeGift = async (tx: Queries, viewer: Member, transfer: Transfer, gift: NewGift): Promise<GiftRow> => {
    const { memberId, amount } = gift
    await store.lockGiver(tx, viewer.id)
    const others = await secondYes.others(tx, viewer.id)
    const contacts = await members.contacts(tx, [memberId, viewer.id, ...others])
    if (!contacts.has(memberId))
      throw new AppError('invalid', TREASURY_MESSAGES.memberUnknown, {
        errors: { to: TREASURY_MESSAGES.memberUnknown },
      })
    const isProposed = await secondYes.isNeeded(tx, viewer.id, amount, others)
    const transactionId = isProposed ? null : await wallet.intend(transfer, tx)
    const row = await store.add(tx, { ...gift, transactionId, at: now() })
    const val = fromHundredths(amount)
    const details = { amount: String(val) }
    const action = isProposed ? 'treasury.propose' : 'treasury.gift'
    await audit.record({ actor: viewer.id, action, subject: memberId, details }, tx)
    if (isProposed)
      await secondYes.ask(
        tx,
        others,
        `${nameRef(viewer.id)} propone di dare ${formatPrice({ val })} ${dative(nameRef(memberId))}: serve il tuo sì.`,
      )
    else await jobs.add(tx, 'give-gifts', {})
    return row
  }

  /** What admins see of a gift or a file. */
  const viewOf = (
    act: ActRow,
    viewer: Member,
    names: Map<string, string>,
    failures: Awaited<ReturnType<TreasuryStore['failuresOf']>>,
  ): Treasury['gifts'][number] => {
    const { id, givenBy, createdAt, memberId, amount, state, note, gifts, paid, failed, revoked, isOnTheWay, paidAt } =
      act
    const nameOf = (member: string) => names.get(member) ?? DELETED_MEMBER
    const until = state === 'given' && !isOnTheWay && paidAt ? revocableUntil(paidAt) : null
    const isInTime = until !== null && until > now()
    return {
      _id: id,
      at: createdAt.toISOString(),
      by: nameOf(givenBy),
      to: memberId ? nameOf(memberId) : '',
      note,
      state,
      mayApprove: state === 'proposed' && givenBy !== viewer.id,
      mayRevoke: state === 'proposed' || (state === 'given' && isOnTheWay) || isInTime,
      revocableUntil: isInTime ? until.toISOString() : null,
      amount: fromHundredths(amount),
      gifts,
      paid,
      failed,
      revoked,
      failures: failures
        .filter(({ importId }) => importId === id)
        .map(({ memberId: member, failure }) => ({ to: nameOf(member), message: failure })),
    }
  }

  /** The gift or file that an entry is about, where it says so. */
  const takenBack = ({ action, subject, details }: AuditRow): string | undefined => {
    if (action !== 'treasury.revoke') return undefined
    return details.gifts ? subject : details.gift ? String(details.gift) : undefined
  }

  const entryText = (row: AuditRow, names: Map<string, string>, returned: Map<string, number>) => {
    const { action, subject, details } = row
    const back = returned.get(takenBack(row) ?? '')
    return describeAction(action as TreasuryAction, {
      amount: Number(details.amount ?? 0),
      ...(back !== undefined && { returned: fromHundredths(back) }),
      gifts: Number(details.gifts ?? 0),
      to: names.get(subject) ?? DELETED_MEMBER,
      date: subject,
    })
  }

  return {
    async view(viewer: Member): Promise<Treasury> {
      const [balance, takes, holders, acts, aloneLeft] = await Promise.all([
        wallet.treasuryBalance(),
        settling.preview(),
        countLosing(),
        store.acts(revocableSince(now()), SHOWN),
        secondYes.left(viewer.id),
      ])
      const failures = await store.failuresOf(
        acts.map(({ id }) => id),
        FAILURES_SHOWN,
      )
      const names = await members.usernames([
        ...acts.flatMap(({ givenBy, memberId }) => (memberId ? [givenBy, memberId] : [givenBy])),
        ...failures.map(({ memberId }) => memberId),
      ])
      return {
        account: wallet.treasury,
        balance: fromHundredths(balance),
        round: takes === null ? null : { takes: fromHundredths(takes), holders },
        typedAbove: association.giftTypedAbove,
        aloneLeft: aloneLeft === null ? null : fromHundredths(aloneLeft),
        gifts: acts.map((act) => viewOf(act, viewer, names, failures)),
      }
    },

    /** Whom an admin is about to give VAL, and what they have. */
    async recipient(text: string): Promise<GiftRecipient> {
      const { id, username, name } = await findMember(text)
      const balance = await wallet.readBalance(id).catch(() => null)
      return { username, name, balance: balance === null ? null : fromHundredths(balance) }
    },

    async give(
      viewer: Member,
      { to, amount, note = '', confirmation }: Gift,
      key: string | undefined,
    ): Promise<GiftResult> {
      const timer = startTimer()
      const member = await findMember(to)
      const gift = { givenBy: viewer.id, memberId: member.id, amount, note }
      const call = { memberId: viewer.id, call: 'POST /api/treasury/gifts', key, body: gift }
      const once = idempotency.once(call, store.find)
      const row = await once.answer(async () => {
        secondYes.assertTyped(amount, confirmation)
        const transfer = { key: `gift:${randomUUID()}`, from: 'treasury', to: member.account, amount } as const
        await wallet.refuseImpossible(transfer).catch(refuseTooLittle)
        return store.transaction((tx) => once.store(tx, () => storeGift(tx, viewer, transfer, gift)))
      })
      const result = { to: member.username, amount: fromHundredths(amount), note }
      if (!row.transactionId) return { _id: row.id, status: 'proposed', transactionHash: '', ...result }
      const answer = await sending.answer(row, await progressOf(row.transactionId), timer).catch(refuseTooLittle)
      const { _id, status, transactionHash } = answer
      return { _id, status, transactionHash, ...result }
    },

    /** Always typed twice: new VAL cannot be taken back. */
    async mint(viewer: Member, { amount, confirmation }: Mint, key: string | undefined): Promise<MintResult> {
      const timer = startTimer()
      assertTyped(amount, confirmation)
      const call = { memberId: viewer.id, call: 'POST /api/treasury/mint', key, body: { amount } }
      const once = idempotency.once(call, async (id) => ({ id }))
      const intend = async (tx: Queries) => {
        const id = await wallet.intendTreasuryCall(tx, `mint:${randomUUID()}`, { kind: 'mint', amount })
        const details = { amount: String(fromHundredths(amount)) }
        await audit.record({ actor: viewer.id, action: 'treasury.mint', subject: id, details }, tx)
        return { id }
      }
      const { id } = await store.transaction((tx) => once.store(tx, () => intend(tx)))
      const { status, transactionHash } = await sending.answer({ id, amount }, await progressOf(id), timer)
      return { status, transactionHash, amount: fromHundredths(amount) }
    },

    async history(p: number): Promise<TreasuryHistory> {
      const { rows, total } = await audit.ofActions([...TREASURY_ACTIONS], { p, size: HISTORY_PAGE })
      const ids = rows.flatMap(({ actor, action, subject }) => [actor, GIFT_ACTIONS.includes(action) ? subject : null])
      const names = await members.usernames(ids.filter((id) => id !== null))
      const returned = await store.returned(rows.flatMap((row) => takenBack(row) ?? []))
      return {
        entries: rows.map((row) => ({
          _id: String(row.id),
          at: row.at.toISOString(),
          by: row.actor === null ? '' : (names.get(row.actor) ?? DELETED_MEMBER),
          text: entryText(row, names, returned),
        })),
        page: p,
        pages: pagesOf(total, HISTORY_PAGE),
      }
    },

    notes: store.notes,

    /** The gifts themselves are in the export as movements of the wallet. */
    personalData: {
      tables: ['gift_import', 'treasury_gift'],
      erase: (tx, { id }) => store.blankNotes(tx, id),
    } satisfies PersonalData,
  }
}

/** Reports that the balance of the treasury, not of the admin's wallet, is too low. */
const refuseTooLittle = (error: unknown): never => {
  if (error instanceof AppError && error.kind === 'conflict') throw new AppError('invalid', TREASURY_MESSAGES.tooLittle)
  throw error
}
