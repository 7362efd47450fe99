import { randomUUID } from 'node:crypto'
import type { Member } from '#domain/accounts/access.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import type { PaymentResult, TransferExport, TransferResult, TransferToMember } from '#domain/val/transfers.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency, Once } from '#server/platform/idempotency/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { nameRef, transferNoteRef } from '#server/talk/references/references.ts'
import type { Spending } from '#server/val/spending/service.ts'
import type { Payee, Recipients } from '#server/val/transfers/recipients.ts'
import type { ValRequestsStore } from '#server/val/transfers/requests-store.ts'
import type { TransferRow, TransfersStore } from '#server/val/transfers/store.ts'
import { resultOf, type Sending, startTimer, type Timer } from '#server/val/wallet/sending.ts'
import type { Progress, WalletService } from '#server/val/wallet/service.ts'

const RECHECK_MS = 5_000
const WALLET = '/portafoglio'

export type MemberTransfersParts = {
  store: TransfersStore
  requests: ValRequestsStore
  recipients: Recipients
  wallet: WalletService
  sending: Sending
  spending: Spending
  members: MembersService
  notices: Notices
  blocks: Blocks
  limits: Limits
  idempotency: Idempotency
  now: () => Date
}
type Stored = TransferRow & { progress: Progress }
export type Attempt = {
  payer: Member
  payee: Payee
  amount: Hundredths
  note: string
  /** Password or passkey. */
  proof: Proof
  /** Method and path, for the idempotency key. */
  call: string
  key: string | undefined
  valRequestId?: string
  /** Runs in the transaction that stores the transfer, after the members are locked. */
  prepare?: (tx: Queries) => Promise<void>
}
export type MemberTransfers = ReturnType<typeof makeMemberTransfers>

/** Transfers of VAL between members. Like payments, they are stored before they are sent to the chain. */
export const makeMemberTransfers = (parts: MemberTransfersParts) => {
  const { store, requests, recipients, wallet, sending, spending, members, notices, blocks, limits, idempotency, now } =
    parts

  const withProgress = async (row: TransferRow, tx?: Queries): Promise<Stored> => {
    const [progress] = await wallet.progressOf([row.transactionId], tx)
    if (!progress) throw new Error(`transfer ${row.id} has no transaction`)
    return { ...row, progress }
  }

  const find = async (id: string, tx?: Queries): Promise<Stored | undefined> => {
    const row = await store.find(id, tx)
    return row && withProgress(row, tx)
  }

  const begin = async (attempt: Attempt, once: Once<Stored>, timer: Timer): Promise<Stored> => {
    const { payer, payee, amount, note, proof, valRequestId = null } = attempt
    const from = await wallet.findWallet(payer.id)
    if (!from) throw new AppError('notFound', MESSAGES.walletNotFound)
    const transfer = { key: `member:${randomUUID()}`, from, to: payee.account, amount }
    await wallet.refuseImpossible(transfer).catch(refuseAsInvalid)
    const approved = await spending.approve({ payer, payeeId: payee.id, amount, proof })
    const write = async (tx: Queries): Promise<Stored> => {
      await spending.lock(tx, payer.id)
      const contacts = await members.contacts(tx, [payer.id, payee.id])
      if (!contacts.has(payer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      if (!contacts.has(payee.id)) throw new AppError('invalid', TRANSFER_MESSAGES.recipientDeleted)
      if (await blocks.areBlocked(tx, payer.id, payee.id))
        throw new AppError('invalid', TRANSFER_MESSAGES.recipientUnknown)
      await attempt.prepare?.(tx)
      const transactionId = await spending.intend(tx, approved, transfer)
      const row = await store.add(tx, {
        payerId: payer.id,
        payeeId: payee.id,
        amount,
        note,
        valRequestId,
        transactionId,
        at: now(),
      })
      await jobs.add(tx, 'tell-transfer', { id: row.id })
      return withProgress(row, tx)
    }
    return sending.commit(timer, (tx) => once.store(tx, () => write(tx)))
  }

  /** Releases the idempotency key and reopens the VAL request. Call it once the payer is notified of the failure. */
  const recordFailure = async (tx: Queries, row: TransferRow): Promise<void> => {
    await store.recordFailure(tx, row.id, now())
    await idempotency.release(tx, row.payerId, row.id)
    if (row.valRequestId) await requests.reopen(tx, row.valRequestId, new Date(now().getTime() + DAY_MS))
  }

  const make = async (attempt: Attempt, timer: Timer): Promise<TransferResult> => {
    const { payer, payee, amount, note, call, key } = attempt
    const body = { to: payee.id, amount, note }
    const once = idempotency.once({ memberId: payer.id, call, key, body }, find)
    const row = await once.answer(() => begin(attempt, once, timer))
    try {
      return toResult(row, await sending.answer(row, row.progress, timer), payee.username)
    } catch (error) {
      await store.transaction(async (tx) => {
        const locked = await store.lock(tx, row.id)
        if (locked && !locked.toldAt) await recordFailure(tx, locked)
      })
      return refuseAsInvalid(error)
    }
  }

  const tellPayee = async (tx: Queries, { id, payerId, payeeId, amount }: TransferRow): Promise<void> => {
    await members.contacts(tx, [payerId, payeeId])
    const received = `${nameRef(payerId)} ti ha mandato ${formatPrice({ val: fromHundredths(amount) })}${transferNoteRef(id)}.`
    await notices.tell(tx, { member: payeeId, kind: 'payment', text: received, link: WALLET })
  }

  const tellFailure = async (tx: Queries, row: TransferRow): Promise<void> => {
    const val = formatPrice({ val: fromHundredths(row.amount) })
    const text = `Il trasferimento di ${val}${transferNoteRef(row.id)} non è riuscito: nel portafoglio non c’erano abbastanza VAL.`
    await notices.tell(tx, { member: row.payerId, kind: 'payment', text, link: WALLET })
    await recordFailure(tx, row)
  }

  return {
    make,

    async send(payer: Member, body: TransferToMember, key: string | undefined): Promise<TransferResult> {
      const timer = startTimer()
      await limits.take('payment', payer.id)
      const { to, amount, note = '', ...proof } = body
      const payee = await recipients.get(to, payer, 'to')
      return make({ payer, payee, amount, note, proof, call: 'POST /api/wallet/transfers', key }, timer)
    },

    /** Returns the state of a transfer of the viewer. Throws with the reason if it has failed. */
    async get(id: string, viewer: Member): Promise<TransferResult> {
      const row = await store.find(id)
      if (row?.payerId !== viewer.id) throw new AppError('notFound', TRANSFER_MESSAGES.transferNotFound)
      const { progress } = await withProgress(row)
      const names = await members.usernames([row.payeeId])
      try {
        return toResult(row, resultOf(row, progress), names.get(row.payeeId) ?? '')
      } catch (error) {
        return refuseAsInvalid(error)
      }
    },

    /** Notifies the payee of a confirmed transfer (the payer gets a receipt), or the payer of a failed one. While it is pending, adds the job again with a delay. */
    async tell(id: string): Promise<void> {
      await store.transaction(async (tx) => {
        const parties = await store.parties(tx, id)
        await members.contacts(tx, parties)
        const row = await store.lock(tx, id)
        if (!row || row.toldAt) return
        const { progress } = await withProgress(row, tx)
        if (progress.state === 'failed') return tellFailure(tx, row)
        if (progress.state !== 'confirmed') return jobs.add(tx, 'tell-transfer', { id }, { delayMs: RECHECK_MS })
        await tellPayee(tx, row)
        await store.recordTold(tx, id, now())
      })
    },

    notes: store.notes,

    /** Which of these requests for VAL are paid by a transfer that is not final yet. */
    async arriving(requestIds: string[]): Promise<Set<string>> {
      const paying = requestIds.length > 0 ? await store.payingRequests(requestIds) : []
      const progress = await wallet.progressOf(paying.map(({ transactionId }) => transactionId))
      const open = new Set(progress.flatMap(({ id, state }) => (state === 'confirmed' ? [] : [id])))
      return new Set(paying.flatMap(({ requestId, transactionId }) => (open.has(transactionId) ? [requestId] : [])))
    },

    /** Transfers are kept, without the notes that the member wrote. */
    personalData: {
      tables: ['member_transfer'],
      async export({ id }) {
        const rows = await store.ofMember(id)
        const progress = await wallet.progressOf(rows.map(({ transactionId }) => transactionId))
        const byId = new Map(progress.map((each) => [each.id, each]))
        const transfers = rows.map(({ createdAt, payerId, amount, note, transactionId }): TransferExport => {
          const { state } = byId.get(transactionId) ?? {}
          return {
            at: createdAt.toISOString(),
            direction: payerId === id ? 'out' : 'in',
            amount: fromHundredths(amount),
            note,
            status: state === 'confirmed' || state === 'failed' ? state : 'pending',
          }
        })
        return { transfers }
      },
      erase: (tx, { id }) => store.blankNotes(tx, id),
    } satisfies PersonalData,
  }
}

const toResult = (
  { note }: TransferRow,
  { _id, status, transactionHash, amount }: PaymentResult,
  to: string,
): TransferResult => ({ _id, status, transactionHash, to, amount, note })

/** Reports a balance that is too low as invalid input instead of a conflict. */
const refuseAsInvalid = (error: unknown): never => {
  if (error instanceof AppError && error.kind === 'conflict') throw new AppError('invalid', error.message)
  throw error
}
