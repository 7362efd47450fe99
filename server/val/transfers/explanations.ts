import { transferNoteRef } from '#server/talk/references/references.ts'
import type { MemberTransfers } from '#server/val/transfers/service.ts'
import type { TreasuryService } from '#server/val/treasury/service.ts'
import type { Explain, Explanation } from '#server/val/wallet/movement-texts.ts'

/** Returns what the transfers with these ids were for, by id; omits unknown ones. */
export type ExplainRequests = (ids: string[]) => Promise<[string, Explanation][]>

type Parts = { explainRequests: ExplainRequests; memberTransfers: MemberTransfers; gifts: TreasuryService }

const BATCH = 5_000

/** Explains the movements of a statement: requests, payments between members, gifts. */
export const makeExplanations = ({ explainRequests, memberTransfers, gifts }: Parts): Explain => {
  const ofTransfers: ExplainRequests = async (ids) =>
    [...(await memberTransfers.notes(ids))].map(([transactionId, { id, note }]) => [
      transactionId,
      { about: note || 'pagamento', detail: transferNoteRef(id) },
    ])

  const ofGifts: ExplainRequests = async (ids) =>
    [...(await gifts.notes(ids))].map(([id, { note, isReturn }]) => [
      id,
      { about: `${isReturn ? 'ripresi: ' : ''}${note || 'regalo'}` },
    ])

  return async (ids) => {
    const found: [string, Explanation][] = []
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      found.push(...(await explainRequests(batch)), ...(await ofTransfers(batch)), ...(await ofGifts(batch)))
    }
    return new Map(found)
  }
}
