import { DAY_MS } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import type { FreshnessQuestion } from '#domain/freshness.schema.ts'
import {
  ASK_AFTER_DAYS,
  FRESHNESS_MESSAGES,
  type FreshnessAnswer,
  freshnessPath,
  PAUSE_AFTER_DAYS,
} from '#domain/freshness.ts'
import type { Queries } from '#server/db/pool.ts'
import { makeFreshnessCodes } from '#server/freshness/codes.ts'
import { freshnessKey, type ListingLife } from '#server/freshness/life.ts'
import { pausedMail, questionMail } from '#server/freshness/mails.ts'
import type { AskedListing, FreshnessStore } from '#server/freshness/store.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingStates } from '#server/listings/states.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Notices } from '#server/notices/service.ts'

const BATCH = 200

type Parts = {
  store: FreshnessStore
  states: ListingStates
  life: ListingLife
  members: Pick<MembersService, 'contacts'>
  notices: Pick<Notices, 'tell'>
  limits: Limits
  secret: string
  now: () => Date
}

const STATES = { yes: 'shown', done: 'ended', pause: 'paused' } as const

/** Asks owners whether their listings are still valid, and pauses those of owners who do not answer. */
export const makeFreshness = ({ store, states, life, members, notices, limits, secret, now }: Parts) => {
  const codes = makeFreshnessCodes(secret, now)
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)

  /** The owner is locked before the listing. The listings of a deleted owner are left alone. */
  const withOwner = (
    { id, sellerId }: AskedListing,
    work: (tx: Queries, owner: { username: string }) => Promise<void>,
  ): Promise<void> =>
    store.transaction(async (tx) => {
      const owner = (await members.contacts(tx, [sellerId])).get(sellerId)
      if (owner) await work(tx, owner)
      else await life(tx, sellerId, [id])
    })

  const ask = (listing: AskedListing): Promise<void> =>
    withOwner(listing, async (tx, { username }) => {
      const { id, sellerId, name } = listing
      if (!(await store.recordAsked(tx, id, before(ASK_AFTER_DAYS), now()))) return
      const link = freshnessPath(codes.issue(id))
      const content = questionMail({ username, name, link })
      const notice = { kind: 'listing', text: content.subject, link, key: freshnessKey(id), mail: { content } } as const
      await notices.tell(tx, { member: sellerId, ...notice })
    })

  const pause = (listing: AskedListing): Promise<void> =>
    withOwner(listing, async (tx, { username }) => {
      const { id, sellerId, name } = listing
      if (!(await store.isSilent(tx, id, before(PAUSE_AFTER_DAYS)))) return
      await states.set(tx, id, 'paused')
      const link = freshnessPath(codes.issue(id))
      const content = pausedMail({ username, name, link })
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

  const listingOf = async (code: string, ip: string): Promise<string> => {
    await limits.takeFrom(ip, 'linkFromIp')
    const id = codes.read(code)
    if (!id) throw new AppError('notFound', FRESHNESS_MESSAGES.linkInvalid)
    return id
  }

  return {
    async askAndPause(stopping?: AbortSignal): Promise<void> {
      await inBatches(() => store.unasked(before(ASK_AFTER_DAYS), BATCH), ask, stopping)
      await inBatches(() => store.silent(before(PAUSE_AFTER_DAYS), BATCH), pause, stopping)
    },

    /** What a link asks about; changes nothing, since mail programs open links. */
    async question(code: string, ip: string): Promise<FreshnessQuestion> {
      const listing = await states.find(await listingOf(code, ip))
      if (!listing) throw new AppError('notFound', FRESHNESS_MESSAGES.linkInvalid)
      const state = listing.expired ? 'ended' : listing.paused ? 'paused' : 'shown'
      return { _id: listing.id, name: listing.name, state }
    },

    /** Returns the message for the owner. Never changes the listing's place in the lists. */
    async answer(code: string, answer: FreshnessAnswer, ip: string): Promise<string> {
      const id = await listingOf(code, ip)
      const listing = await states.find(id)
      await store.transaction(async (tx) => {
        // Members are locked before listings.
        if (listing) await members.contacts(tx, [listing.sellerId])
        if (!listing || !(await states.set(tx, id, STATES[answer])))
          throw new AppError('notFound', FRESHNESS_MESSAGES.linkInvalid)
        await life(tx, listing.sellerId, [id])
      })
      return FRESHNESS_MESSAGES[answer]
    },
  }
}
