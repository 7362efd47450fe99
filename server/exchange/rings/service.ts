import type { Member } from '#domain/accounts/access.ts'
import type { Waiting } from '#domain/accounts/members.schema.ts'
import { RING_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS, theDate } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type { RingPage, RingView } from '#domain/exchange/rings.schema.ts'
import { RING_ACCOUNT_DAYS, RING_ANSWER_DAYS, RING_MESSAGES } from '#domain/exchange/rings.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { findCandidates } from '#server/exchange/rings/candidates.ts'
import { chooseRings } from '#server/exchange/rings/choose.ts'
import type { Edge, EdgesStore, FoundRing, RingListing } from '#server/exchange/rings/edges-store.ts'
import type { RingEnding } from '#server/exchange/rings/ending.ts'
import type { RunningRings } from '#server/exchange/rings/running.ts'
import type { RingPartRow, RingRow, RingsStore } from '#server/exchange/rings/store.ts'
import { viewOf } from '#server/exchange/rings/views.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { FindMatches } from '#server/market/search/matches.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

export type Rings = ReturnType<typeof makeRings>

const PAGE_SIZE = 20
/** Edges per listing: its best matches. */
const MAX_EDGES = 20
const ENDED_AT_ONCE = 100

type Parts = {
  store: RingsStore
  edges: EdgesStore
  ending: RingEnding
  running: RunningRings
  findMatches: FindMatches
  members: MembersService
  stock: Stock
  acting: Acting
  notices: Notices
  now: () => Date
}

const listingsOf = (parts: RingPartRow[]): string[] =>
  parts.flatMap(({ offerId, wantedId }) => [offerId, wantedId]).filter((id) => id !== null)

/** Finds rings of exchange, proposes them, and takes the answers of their members. */
export const makeRings = (parts: Parts) => {
  const { store, edges, ending, running, findMatches, members, stock, acting, notices, now } = parts
  const youngest = () => new Date(now().getTime() - RING_ACCOUNT_DAYS * DAY_MS)

  const tellProposal = async (tx: Queries, id: string, endsAt: Date): Promise<void> => {
    const ring = await store.find(id, tx)
    for (const part of ring?.parts.toSorted((one, other) => (one.giverId < other.giverId ? -1 : 1)) ?? []) {
      const received = ring?.parts.find(({ receiverId }) => receiverId === part.giverId)
      const text = `C’è un anello di scambio per te: dai «${part.offerName}» e ricevi «${received?.offerId ? listingRef(received.offerId) : ''}». Rispondi entro ${theDate(endsAt)}.`
      await notices.tell(tx, { member: part.giverId, kind: 'ring', text, link: '/anelli', listing: received?.offerId })
    }
  }

  const updateEdges = async (listing: RingListing): Promise<void> => {
    const isRequest = listing.section === 'cerco'
    const joined = await edges.joined(listing.id)
    const matches = listing.canRing ? await findMatches(listing, [listing.ownerId], MAX_EDGES) : []
    const found = matches.map(
      ({ id, sellerId, score }): Edge => ({
        offerId: isRequest ? id : listing.id,
        wantedId: isRequest ? listing.id : id,
        giverId: isRequest ? sellerId : listing.ownerId,
        receiverId: isRequest ? listing.ownerId : sellerId,
        score,
      }),
    )
    await edges.transaction((tx) => edges.replace(tx, listing.id, joined, found))
  }

  const propose = (ring: FoundRing): Promise<void> =>
    store.transaction(async (tx) => {
      await store.lockProposals(tx)
      await members.contacts(tx, ring.members)
      if (!(await store.canPropose(tx, ring, youngest(), now()))) return
      const endsAt = new Date(now().getTime() + RING_ANSWER_DAYS * DAY_MS)
      const id = await store.add(tx, ring, now(), endsAt)
      await tellProposal(tx, id, endsAt)
    })

  /** Locks the members of a ring. Needed before the ring is locked, because ending it sends them notices. */
  const lockMembers = async (tx: Queries, id: string): Promise<void> => {
    const ring = await store.find(id, tx)
    await members.contacts(tx, ring?.parts.map(({ giverId }) => giverId) ?? [])
  }

  const endBroken = async (listingId: string): Promise<void> => {
    for (const id of await store.openWithListing(listingId)) {
      await store.transaction(async (tx) => {
        await lockMembers(tx, id)
        if ((await store.lockState(tx, id)) !== 'open') return
        if (!(await store.isIntact(tx, id, youngest()))) await ending.end(tx, id)
      })
    }
  }

  /** Ends the ring and returns false if its listings or members no longer qualify. */
  const accept = async (tx: Queries, ring: RingRow, viewer: Member): Promise<boolean> => {
    if (!(await store.isIntact(tx, ring.id, youngest()))) {
      await ending.end(tx, ring.id)
      return false
    }
    await store.accept(tx, ring.id, viewer.id)
    const others = ring.parts.filter(({ giverId }) => giverId !== viewer.id)
    if (others.every(({ accepted }) => accepted)) await running.agree(tx, ring)
    return true
  }

  return {
    /** Updates the rings after a listing was published, changed or deleted. */
    async search(listingId: string): Promise<void> {
      await endBroken(listingId)
      const listing = await edges.listing(listingId)
      if (!listing) return
      const delayMs = listing.ownerSince.getTime() + RING_ACCOUNT_DAYS * DAY_MS - now().getTime()
      if (delayMs > 0) {
        const joined = await edges.joined(listingId)
        await edges.transaction(async (tx) => {
          await edges.replace(tx, listingId, joined, [])
          if (listing.canRing)
            await jobs.add(tx, 'find-rings', { listingId }, { delayMs, key: `find-rings ${listingId}` })
        })
        return
      }
      await updateEdges(listing)
      if (!listing.canRing) return
      const candidates = await findCandidates(edges, listingId, youngest(), now())
      for (const ring of await chooseRings(candidates)) await propose(ring)
    },

    async page(viewer: Member, p: number): Promise<RingPage> {
      const page = store.page(viewer.id, { p, size: PAGE_SIZE })
      const [rows, total] = await Promise.all([page, store.count(viewer.id)])
      return { rings: rows.map((row) => viewOf(row, viewer.id)), pages: pagesOf(total, PAGE_SIZE) }
    },

    countOpen: ({ id }: Member): Promise<Waiting> => store.countOpen(id, now()),

    async answer(viewer: Member, id: string, isAccepted: boolean): Promise<RingView> {
      const isPossible = await store.transaction(async (tx) => {
        const known = await store.find(id, tx)
        const people = known?.parts.map(({ giverId }) => giverId) ?? []
        if (!people.includes(viewer.id)) throw new AppError('notFound', RING_MESSAGES.notFound)
        for (const person of people) acting.refuseVolunteerAsParty(viewer, person)
        await members.contacts(tx, people)
        if (isAccepted) await stock.lock(tx, listingsOf(known?.parts ?? []))
        if ((await store.lockState(tx, id)) !== 'open') throw new AppError('conflict', RING_MESSAGES.closed)
        const ring = await store.find(id, tx)
        if (!ring || ring.endsAt <= now()) throw new AppError('conflict', RING_MESSAGES.closed)
        if (isAccepted) return accept(tx, ring, viewer)
        await ending.decline(tx, ring, viewer.id)
        return true
      })
      if (!isPossible) throw new AppError('conflict', RING_MESSAGES.over)
      const ring = await store.find(id)
      if (!ring) throw new AppError('notFound', RING_MESSAGES.notFound)
      return viewOf(ring, viewer.id)
    },

    /** The name of what the member was asked to give. */
    async offered(id: string, memberId: string): Promise<string | undefined> {
      const ring = await store.find(id)
      return ring?.parts.find(({ giverId }) => giverId === memberId)?.offerName
    },

    finish: running.finish,
    breakUp: running.breakUp,

    hasOver: () => store.hasOpenUntil(now()),

    /** Ends rings that not all members have accepted in time. */
    async endOver(stopping?: AbortSignal): Promise<void> {
      const ids = await store.openUntil(now(), ENDED_AT_ONCE)
      for (const id of ids) {
        if (stopping?.aborted) return
        await store.transaction(async (tx) => {
          await lockMembers(tx, id)
          await ending.endOpen(tx, [id])
        })
      }
    },

    personalData: {
      tables: ['ring_edge', 'ring_part', 'ring_rest'],
      export: async ({ id }) => ({ rings: (await store.ofMember(id)).map((row) => viewOf(row, id)) }),
      erase: (tx, { id }) => ending.removeOf(tx, id),
      deleteExpired: (at) => store.removeOlder(new Date(at.getTime() - RING_DAYS * DAY_MS), at),
    } satisfies PersonalData,
  }
}
