import { type Accounts, makeAccounts } from '#server/accounts/make.ts'
import { makeAudit } from '#server/association/audit/service.ts'
import { makeAuditStore } from '#server/association/audit/store.ts'
import { makeAssociation } from '#server/association/make.ts'
import { makeCurrentSettings } from '#server/association/settings/current.ts'
import { makeSettingsStore } from '#server/association/settings/store.ts'
import { type Exchange, makeExchange } from '#server/exchange/make.ts'
import { type Market, makeMarket } from '#server/market/make.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { makePlatform } from '#server/platform/make.ts'
import type { Post } from '#server/platform/outgoing/post.ts'
import type { Settings } from '#server/settings.ts'
import { makeConversations, makeTalk, type Talk } from '#server/talk/make.ts'
import { makeVal, type Val, type Wallet } from '#server/val/make.ts'

export type ServiceParts = {
  db: Database
  /** For public reads; uses replicas if configured. */
  reads?: Database
  settings: Pick<Settings, 'site' | 'mail' | 'association' | 'rateLimits' | 'quietHours'>
  authSecret: string
  storage: Storage
  post?: Post | undefined
  wallet: Wallet
  now: () => Date
}
export type Services = ReturnType<typeof makeServices>

/** Makes the areas in the order of their dependencies, and connects the hooks through which a lower area calls a higher one. */
export const makeServices = ({ db, reads = db, settings, authSecret, storage, post, wallet, now }: ServiceParts) => {
  const audit = makeAudit(makeAuditStore(db), db, now, (entry) => accounts.desk.entryText(entry))
  const current = makeCurrentSettings({
    store: makeSettingsStore(db),
    first: settings.association,
    technical: settings.site,
  })
  const { rateLimits, quietHours } = settings
  const platform = makePlatform({
    db,
    reads,
    audit,
    site: current.site,
    association: current.limits,
    secret: authSecret,
    rateLimits,
    quietHours,
    now,
  })
  const talk: Talk = makeTalk(platform, {
    isSessionOpen: (session) => accounts.members.sessions.isOpen(session),
    mailInAddress: settings.mail.inAddress,
    mailFrom: settings.mail.from,
    post,
  })
  const accounts: Accounts = makeAccounts(platform, talk, {
    wallet,
    failedTransfers: async (ids, tx) =>
      new Set((await wallet.progressOf(ids, tx)).flatMap(({ id, state }) => (state === 'failed' ? [id] : []))),
    deskThing: (...act) => association.deskThing(...act),
    findPayee: (...named) => val.recipients.get(...named),
    listings: {
      hasNonDraft: (memberId) => market.listings.hasNonDraft(memberId),
      setHidden: (...change) => market.listings.setHidden(...change),
      addImported: (...drafts) => market.addImportedListings(...drafts),
    },
    setLogo: (...logo) => market.uploads.setLogo(...logo),
    acceptTerms: (...member) => association.texts.acceptByRegistering(...member),
    requests: {
      countOpen: (memberId) => exchange.orders.countOpen(memberId),
      partners: (...member) => exchange.partners(...member),
    },
    rings: {
      mates: (...members) => exchange.ringEnding.mates(...members),
      endBetween: (...members) => exchange.ringEnding.endBetween(...members),
    },
    endValRequestsBetween: (...members) => val.valRequests.endBetween(...members),
    personalData: () => personalData,
  })
  const val: Val = makeVal(platform, talk, accounts, wallet, (ids) => exchange.explainRequests(ids))
  const market: Market = makeMarket(platform, talk, accounts, storage, {
    hasFinished: (...request) => exchange.orders.hasFinished(...request),
    countRequests: (listingId) => exchange.orders.countAbout(listingId),
    picturesInRequests: (...pictures) => exchange.orders.picturesInOrders(...pictures),
    events: {
      lockPeople: (...event) => exchange.eventRequests.lockPeople(...event),
      follow: (...change) => exchange.eventRequests.follow(...change),
      remove: (...event) => exchange.eventRequests.remove(...event),
    },
  })
  const exchange: Exchange = makeExchange(platform, talk, accounts, wallet, val, market, {
    recordReturn: (...decision) => association.deciding.recordReturn(...decision),
  })
  const conversations = makeConversations(platform, talk, {
    listings: market.listings,
    places: market.places,
    orders: { ...exchange.orders, lock: exchange.lockOrder, noteAnswer: exchange.noteAnswer },
    members: accounts.members,
    steps: exchange.steps,
    findSender: accounts.members.sessions.findSender,
    audience: accounts.audience,
    blocks: accounts.blocks,
    acting: accounts.acting,
    strangerLimits: exchange.strangerLimits,
    life: market.life,
    isDelivering: settings.mail.smtpUrl !== undefined,
  })
  const areas = { platform, talk: { ...talk, ...conversations }, accounts, wallet, val, market, exchange }
  const association = makeAssociation(areas, audit, current)
  // The erasure locks rows in this order: reports, requests, listings, and the account last.
  const personalData = [
    ...association.associationData,
    ...exchange.exchangeData,
    ...market.marketData,
    ...val.valData,
    ...conversations.talkData,
    platform.idempotency.personalData,
    ...accounts.accountsData,
  ]
  return {
    limits: platform.limits,
    retention: platform.retention,
    ...talk,
    ...conversations,
    ...accounts,
    ...val,
    ...market,
    ...exchange,
    ...association,
    /** For visitors. Members read from the primary, to see their own changes at once. */
    publicReads: {
      search: market.publicSearch,
      profiles: accounts.publicProfiles,
      listings: market.publicListings,
      feedback: exchange.publicFeedback,
    },
    personalData,
  }
}
