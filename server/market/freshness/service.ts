import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type { FreshnessQuestion } from '#domain/market/freshness.schema.ts'
import {
  ASK_AFTER_DAYS,
  FRESHNESS_MESSAGES,
  type FreshnessAnswer,
  freshnessPath,
  PAUSE_AFTER_DAYS,
} from '#domain/market/freshness.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { makeFreshnessCodes } from '#server/market/freshness/codes.ts'
import { freshnessKey, type ListingLife } from '#server/market/freshness/life.ts'
import { pausedMail, questionMail } from '#server/market/freshness/mails.ts'
import type { AskedListing, FreshnessStore } from '#server/market/freshness/store.ts'
import type { ListingStates } from '#server/market/listings/states.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

const BATCH = 200

type Parts = {
  store: FreshnessStore
  states: ListingStates
  life: ListingLife
  members: MembersService
  notices: Notices
  limits: Limits
  secret: string
  now: () => Date
}

const STATES = { yes: 'shown', done: 'ended', pause: 'paused' } as const

/** Asks owners whether their listings are still valid, and pauses those of owners who do not answer. */
export const makeFreshness = ({ store, states, life, members, notices, limits, secret, now }: Parts) => {
  const codes = makeFreshnessCodes(secret, now)
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)

  /** Locks the owner before the listing. A listing of a deleted owner is recorded as active, so that it is not selected again. */
  const withOwner = (
    { id, sellerId }: AskedListing,
    work: (tx: Queries, owner: { shownName: string }) => Promise<void>,
  ): Promise<void> =>
    store.transaction(async (tx) => {
      const owner = (await members.contacts(tx, [sellerId])).get(sellerId)
      if (owner) await work(tx, owner)
      else await life(tx, sellerId, [id])
    })

  const ask = (listing: AskedListing): Promise<void> =>
    withOwner(listing, async (tx, { shownName }) => {
      const { id, sellerId } = listing
      if (!(await store.recordAsked(tx, id, before(ASK_AFTER_DAYS), now()))) return
      const link = freshnessPath(codes.issue(id))
      const content = questionMail({ shownName, name: listingRef(id), link })
      const notice = { kind: 'listing', text: content.subject, link, key: freshnessKey(id), mail: { content } } as const
      await notices.tell(tx, { member: sellerId, ...notice })
    })

  const pause = (listing: AskedListing): Promise<void> =>
    withOwner(listing, async (tx, { shownName }) => {
      const { id, sellerId } = listing
      await states.lock(tx, id)
      if (!(await store.isSilent(tx, id, before(PAUSE_AFTER_DAYS)))) return
      await states.set(tx, id, 'paused')
      // The notice of the question was already mailed; replacing its text would not send another mail.
      await notices.removeAbout(tx, [sellerId], [freshnessKey(id)])
      const link = freshnessPath(codes.issue(id))
      const content = pausedMail({ shownName, name: listingRef(id), link })
      const notice = { kind: 'listing', text: content.subject, link, key: freshnessKey(id), mail: { content } } as const
      await notices.tell(tx, { member: sellerId, ...notice })
    })

  const inBatches = async (
    read: () => Promise<AskedListing[]>,
    work: (listing: AskedListing) => Promise<void>,
    stopping?: AbortSignal,
  ): Promise<void> => {
    for (let isLast = false; !isLast && !stopping?.aborted; ) {
      const found = await read()
      for (const listing of found) await work(listing)
      isLast = found.length < BATCH
    }
  }

  /** Links to a listing that has become an event are invalid, because events end on their own. */
  const listingOf = async (code: string, ip: string) => {
    await limits.takeFrom(ip, 'linkFromIp')
    const id = codes.read(code)
    const listing = id && (await states.find(id))
    if (!listing || listing.section === 'avviso') throw new AppError('notFound', FRESHNESS_MESSAGES.linkInvalid)
    return listing
  }

  return {
    async askAndPause(stopping?: AbortSignal): Promise<void> {
      await inBatches(() => store.unasked(before(ASK_AFTER_DAYS), BATCH), ask, stopping)
      await inBatches(() => store.silent(before(PAUSE_AFTER_DAYS), BATCH), pause, stopping)
    },

    /** Returns the listing that a link asks about. Changes nothing, because mail programs open links. */
    async question(code: string, ip: string): Promise<FreshnessQuestion> {
      const listing = await listingOf(code, ip)
      const state = listing.expired ? 'ended' : listing.paused ? 'paused' : 'shown'
      return { _id: listing.id, name: listing.name, state }
    },

    /** Returns the message for the owner. Does not change the listing's position in lists. */
    async answer(code: string, answer: FreshnessAnswer, ip: string): Promise<string> {
      const { id, sellerId } = await listingOf(code, ip)
      await store.transaction(async (tx) => {
        // Members are locked before listings.
        await members.contacts(tx, [sellerId])
        if (!(await states.set(tx, id, STATES[answer]))) throw new AppError('notFound', FRESHNESS_MESSAGES.linkInvalid)
        await life(tx, sellerId, [id])
      })
      return FRESHNESS_MESSAGES[answer]
    },
  }
}
