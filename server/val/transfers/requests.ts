import type { Member } from '#domain/accounts/access.ts'
import type { DeskThing } from '#domain/accounts/desk-acts.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { NewValRequest, TransferResult, ValRequestPage, ValRequestView } from '#domain/val/transfers.schema.ts'
import {
  askedOneTooOften,
  askedTooOften,
  CLOSED_REQUEST,
  TRANSFER_MESSAGES,
  VAL_REQUEST_DAYS,
  VAL_REQUEST_PAGE,
} from '#domain/val/transfers.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { nameRef, personRef, requestNoteRef } from '#server/talk/references/references.ts'
import type { Recipients } from '#server/val/transfers/recipients.ts'
import type { ValRequestRow, ValRequestsStore } from '#server/val/transfers/requests-store.ts'
import type { MemberTransfers } from '#server/val/transfers/service.ts'
import { startTimer } from '#server/val/wallet/sending.ts'

const LINK = '/portafoglio#richieste'
/** A withdrawal replaces the notice of the request, if it was not seen. */
const noticeKey = (id: string) => `val-request:${id}`

type Parts = {
  store: ValRequestsStore
  transfers: MemberTransfers
  recipients: Recipients
  members: MembersService
  notices: Notices
  blocks: Blocks
  acting: Acting
  limits: Limits
  idempotency: Idempotency
  now: () => Date
}

export type ValRequests = ReturnType<typeof makeValRequests>

/** Requests for VAL from one member to another, who pays or declines within a week. */
export const makeValRequests = (parts: Parts) => {
  const { store, transfers, recipients, members, notices, blocks, acting, limits, idempotency, now } = parts
  const stateOf = ({ state, endsAt }: ValRequestRow) => (state === 'open' && endsAt <= now() ? 'ended' : state)
  const viewOf = (row: ValRequestRow, arriving = false): ValRequestView => ({
    _id: row.id,
    from: row.asked,
    to: row.asker,
    fromName: row.askedName,
    toName: row.askerName,
    amount: fromHundredths(row.amount),
    note: row.note,
    state: stateOf(row),
    arriving,
    withdrawn: row.withdrawn,
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  })
  const valOf = ({ amount }: ValRequestRow) => formatPrice({ val: fromHundredths(amount) })

  /** Reports requests between other members as missing. Only the member who is asked may pay or decline. */
  const assertAsked: (row: ValRequestRow | undefined, viewer: Member) => asserts row is ValRequestRow = (
    row,
    viewer,
  ) => {
    if (!row || ![row.askerId, row.askedId].includes(viewer.id))
      throw new AppError('notFound', TRANSFER_MESSAGES.requestNotFound)
    if (row.askedId !== viewer.id) throw new AppError('forbidden', MESSAGES.forbidden)
  }
  const assertOpen = (row: ValRequestRow): void => {
    const state = stateOf(row)
    if (row.withdrawn) throw new AppError('conflict', TRANSFER_MESSAGES.requestWithdrawn)
    if (state !== 'open') throw new AppError('conflict', CLOSED_REQUEST[state])
  }

  const lockOpen = async (tx: Queries, id: string, viewer: Member): Promise<ValRequestRow> => {
    const row = await store.lock(tx, id)
    assertAsked(row, viewer)
    assertOpen(row)
    return row
  }

  return {
    async ask(viewer: Member, body: NewValRequest, key: string | undefined): Promise<ValRequestView> {
      const { from, amount, note = '' } = body
      const once = idempotency.once({ memberId: viewer.id, call: 'POST /api/wallet/requests', key, body }, store.find)
      const add = async (tx: Queries, askedId: string) => {
        const contacts = await members.contacts(tx, [viewer.id, askedId])
        if (!contacts.has(viewer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
        if (!contacts.has(askedId)) throw new AppError('invalid', TRANSFER_MESSAGES.recipientDeleted)
        if (await blocks.areBlocked(tx, viewer.id, askedId))
          throw new AppError('invalid', TRANSFER_MESSAGES.recipientUnknown)
        const at = now()
        const endsAt = new Date(at.getTime() + VAL_REQUEST_DAYS * DAY_MS)
        const row = await store.add(tx, { askerId: viewer.id, askedId, amount, note, createdAt: at, endsAt })
        const text = `${personRef(row.askerId)} ti chiede ${valOf(row)}${requestNoteRef(row.id)}.`
        await notices.tell(tx, { member: askedId, kind: 'ask', text, link: LINK, key: noticeKey(row.id) })
        return row
      }
      const asked = await once.answer(async () => {
        // Only the first call with a key is counted.
        await limits.take('recipient', viewer.id)
        const { id } = await recipients.get(from, viewer, 'from')
        acting.refuseVolunteerAsParty(viewer, id)
        const { valRequest, valRequestToMember } = LIMITS
        await limits.takeExplained((again) => askedTooOften(valRequest.times, again), 'valRequest', viewer.id)
        const explainOne = (again: string) => askedOneTooOften(valRequestToMember.times, again)
        await limits.takeExplained(explainOne, 'valRequestToMember', viewer.id, id)
        return store.transaction((tx) => once.store(tx, () => add(tx, id)))
      })
      return viewOf(asked)
    },

    async list(viewer: Member, p: number): Promise<ValRequestPage> {
      const { rows, total } = await store.page(viewer.id, { p, size: VAL_REQUEST_PAGE })
      const paid = rows.flatMap(({ id, state }) => (state === 'paid' ? [id] : []))
      const arriving = await transfers.arriving(paid)
      return {
        requests: rows.map((row) => viewOf(row, arriving.has(row.id))),
        page: p,
        pages: pagesOf(total, VAL_REQUEST_PAGE),
      }
    },

    countOpenTo: ({ id }: Member): Promise<number> => store.countOpenTo(id, now()),

    personalData: {
      tables: ['val_request'],
      export: async ({ id }) => ({ valRequests: (await store.ofMember(id)).map((row) => viewOf(row)) }),
      erase: (tx, { id }) => store.closeAll(tx, id),
    } satisfies PersonalData,

    /** Pays once; a repeated call returns the state of that transfer. */
    async pay(id: string, viewer: Member, proof: Proof): Promise<TransferResult> {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const row = await store.find(id)
      assertAsked(row, viewer)
      if (stateOf(row) !== 'paid') assertOpen(row)
      const payee = await recipients.get(row.asker, viewer, 'to')
      const { amount, note } = row
      const prepare = async (tx: Queries) => {
        await lockOpen(tx, id, viewer)
        await store.setState(tx, id, 'paid')
      }
      const call = 'POST /api/wallet/requests/:id/pay'
      const attempt = { payer: viewer, payee, amount, note, proof, call, key: row.id, valRequestId: row.id, prepare }
      return transfers.make(attempt, timer)
    },

    async decline(id: string, viewer: Member): Promise<void> {
      const known = await store.find(id)
      assertAsked(known, viewer)
      await store.transaction(async (tx) => {
        await members.contacts(tx, [known.askerId, known.askedId])
        const found = await store.lock(tx, id)
        assertAsked(found, viewer)
        acting.refuseVolunteerAsParty(viewer, found.askerId)
        if (found.state === 'declined') return
        assertOpen(found)
        await store.setState(tx, id, 'declined')
        const text = `${nameRef(found.askedId)} ha risposto di no: avevi chiesto ${valOf(found)}${requestNoteRef(found.id)}.`
        await notices.tell(tx, { member: found.askerId, kind: 'ask', text, link: LINK })
      })
    },

    /** Only the asker withdraws a request; repeating it changes nothing. */
    async withdraw(id: string, viewer: Member): Promise<void> {
      const known = await store.find(id)
      if (!known || ![known.askerId, known.askedId].includes(viewer.id))
        throw new AppError('notFound', TRANSFER_MESSAGES.requestNotFound)
      if (known.askerId !== viewer.id) throw new AppError('forbidden', TRANSFER_MESSAGES.notYourRequest)
      acting.refuseVolunteerAsParty(viewer, known.askedId)
      await store.transaction(async (tx) => {
        await members.contacts(tx, [known.askerId, known.askedId])
        const found = await store.lock(tx, id)
        if (!found || found.withdrawn) return
        const state = stateOf(found)
        if (state !== 'open')
          throw new AppError('conflict', state === 'declined' ? TRANSFER_MESSAGES.answeredNo : CLOSED_REQUEST[state])
        await store.recordWithdrawal(tx, id, now())
        const text = `${nameRef(found.askerId)} non ti chiede più ${valOf(found)}${requestNoteRef(found.id)}.`
        await notices.tell(tx, { member: found.askedId, kind: 'ask', text, link: LINK, key: noticeKey(id) })
      })
    },

    /** For receipts of the desk. */
    async thing(id: string, memberId: string): Promise<DeskThing | undefined> {
      const row = await store.find(id)
      if (!row) return undefined
      const person = row.askerId === memberId ? row.askedName : row.askerName
      return { ...(row.note && { thing: row.note }), person, sum: valOf(row) }
    },

    endBetween: store.endBetween,
    hasOver: () => store.hasOver(now()),

    /** Ends the requests that were neither paid nor declined in time. */
    async endOver(stopping: AbortSignal): Promise<void> {
      const endBatch = () =>
        store.transaction(async (tx) => {
          const over = await store.over(tx, now())
          await members.contacts(
            tx,
            over.map(({ askerId }) => askerId),
          )
          const rows = await store.lockOpen(
            tx,
            over.map(({ id }) => id),
          )
          for (const row of rows) {
            await store.setState(tx, row.id, 'ended')
            const text = `${nameRef(row.askedId)} non ha risposto in tempo: avevi chiesto ${valOf(row)}${requestNoteRef(row.id)}.`
            await notices.tell(tx, { member: row.askerId, kind: 'ask', text, link: LINK })
          }
          return rows.length
        })
      while (!stopping.aborted && (await endBatch()) > 0);
    },
  }
}
