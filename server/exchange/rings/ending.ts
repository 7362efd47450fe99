import { DAY_MS } from '#domain/base/dates.ts'
import { RING_REST_DAYS } from '#domain/exchange/rings.ts'
import { titleOf } from '#server/exchange/rings/mails.ts'
import type { RingPartRow, RingRow, RingsStore } from '#server/exchange/rings/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type Parts = { store: RingsStore; notices: Notices; now: () => Date }
export type RingEnding = ReturnType<typeof makeRingEnding>

/** The same text for every reason, so that it does not reveal who declined, blocked, or changed a listing. */
const endedText = (part: RingPartRow): string =>
  `L’anello di scambio con «${titleOf(part)}» non si è concluso. Può capitare: se ne troviamo un altro te lo diciamo.`

export const makeRingEnding = ({ store, notices, now }: Parts) => {
  /** The caller has locked the members to notify, then the ring. */
  const end = async (tx: Queries, id: string, silentFor: string[] = []): Promise<void> => {
    const ring = await store.find(id, tx)
    if (!ring) return
    await store.close(tx, id, 'ended', now())
    for (const part of ring.parts.toSorted((one, other) => (one.giverId < other.giverId ? -1 : 1))) {
      if (silentFor.includes(part.giverId)) continue
      await notices.tell(tx, { member: part.giverId, kind: 'ring', text: endedText(part), link: '/anelli' })
    }
  }

  const endOpen = async (tx: Queries, ids: string[], silentFor: string[] = []): Promise<void> => {
    for (const id of ids) if ((await store.lockState(tx, id)) === 'open') await end(tx, id, silentFor)
  }

  /** No ring pairs giver and receiver of these parts again for RING_REST_DAYS. */
  const rest = async (tx: Queries, { parts }: RingRow, resting: RingPartRow[]): Promise<void> => {
    const pairs = resting.map(({ giverId, receiverId }): [string, string] => [giverId, receiverId])
    await store.rest(tx, pairs, new Date(now().getTime() + RING_REST_DAYS * DAY_MS))
    // Rings that could not be proposed because of this one may now be possible.
    for (const { offerId } of parts) if (offerId) await jobs.add(tx, 'find-rings', { listingId: offerId })
  }

  return {
    end,
    endOpen,
    rest,

    /** Ends the ring, and rests the member from both neighbours. */
    async decline(tx: Queries, ring: RingRow, memberId: string): Promise<void> {
      const isOwn = ({ giverId, receiverId }: RingPartRow) => giverId === memberId || receiverId === memberId
      await end(tx, ring.id, [memberId])
      await rest(tx, ring, ring.parts.filter(isOwn))
    },

    /** Returns the members to lock before the open rings of one or two members are ended. Blocks new proposals until the commit. */
    async mates(tx: Queries, memberId: string, otherId?: string): Promise<string[]> {
      await store.lockProposals(tx)
      return store.openMates(tx, memberId, otherId)
    },

    /** Ends the open rings that contain both members, after one has blocked the other. */
    async endBetween(tx: Queries, memberId: string, otherId: string): Promise<void> {
      await endOpen(tx, await store.openOf(tx, memberId, otherId))
    },

    /** For the deletion of an account. The job `break-ring` ends an agreed ring whose request the deletion has closed. */
    async removeOf(tx: Queries, memberId: string): Promise<void> {
      await endOpen(tx, await store.openOf(tx, memberId), [memberId])
      await store.removeOf(tx, memberId)
    },
  }
}
