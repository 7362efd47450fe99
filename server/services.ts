import { makeAlerts } from '#server/alerts/service.ts'
import { makeAlertsStore } from '#server/alerts/store.ts'
import { makeBaseServices } from '#server/base-services.ts'
import { makeBlocking } from '#server/blocks/blocking.ts'
import { makeBlocksStore } from '#server/blocks/store.ts'
import { makeFiguresStore } from '#server/currency/figures-store.ts'
import { makeCurrency, type WalletForCurrency } from '#server/currency/make.ts'
import { makeDashboardService } from '#server/dashboard/service.ts'
import { makeDashboardStore } from '#server/dashboard/store.ts'
import type { Database } from '#server/db/pool.ts'
import { type FailedTransfers, makeActing } from '#server/desk/acting.ts'
import { makeDesk } from '#server/desk/service.ts'
import { makeDeskStore } from '#server/desk/store.ts'
import { makeExports } from '#server/exports/service.ts'
import { makeFavouriteNews } from '#server/favourites/news.ts'
import { makeFavourites } from '#server/favourites/service.ts'
import { makeFavouritesStore } from '#server/favourites/store.ts'
import { makeListingLife } from '#server/freshness/life.ts'
import { makeFreshness } from '#server/freshness/service.ts'
import { makeFreshnessStore } from '#server/freshness/store.ts'
import { makeStrangerLimits } from '#server/limits/strangers.ts'
import { makeListingChanged } from '#server/listings/changed.ts'
import { makeListingEditor } from '#server/listings/editing.ts'
import { makeEditingStore } from '#server/listings/editing-store.ts'
import { makeListingEnding } from '#server/listings/ending.ts'
import { makeEndingStore } from '#server/listings/ending-store.ts'
import { makeListingExportStore } from '#server/listings/export-store.ts'
import { makeListingsService } from '#server/listings/service.ts'
import { makeListingStates } from '#server/listings/states.ts'
import { makeStatistics } from '#server/listings/statistics.ts'
import { makeStock } from '#server/listings/stock.ts'
import { makeStockStore } from '#server/listings/stock-store.ts'
import { makeListingsStore } from '#server/listings/store.ts'
import { makeViewsStore } from '#server/listings/views-store.ts'
import { makeMatchesService } from '#server/matches/service.ts'
import { makeMemberExportStore } from '#server/members/export-store.ts'
import { makeMemberImports } from '#server/members/importing.ts'
import type { WalletForMembers } from '#server/members/parts.ts'
import { makePublicProfiles } from '#server/members/public-profiles.ts'
import { makeMembersService } from '#server/members/service.ts'
import { makeMembersStore } from '#server/members/store.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { makeNewsletterServices } from '#server/newsletter/make.ts'
import { makeNotices } from '#server/notices/service.ts'
import { makeNoticesStore } from '#server/notices/store.ts'
import { makeChangeStore } from '#server/orders/change-store.ts'
import { makeClosing } from '#server/orders/closing.ts'
import { makeCorrespondence } from '#server/orders/correspondence.ts'
import { makeEventRequests } from '#server/orders/events.ts'
import { makeOrderExportStore } from '#server/orders/export-store.ts'
import { makeLeaving } from '#server/orders/leaving.ts'
import { makePlacing } from '#server/orders/placing.ts'
import { makePlanRelease } from '#server/orders/releasing.ts'
import { makeReservationStore } from '#server/orders/reservation-store.ts'
import { makeReserving } from '#server/orders/reserving.ts'
import { makeReturns } from '#server/orders/returns.ts'
import { makeOrdersService } from '#server/orders/service.ts'
import { makeSteps } from '#server/orders/steps.ts'
import { makeOrdersStore } from '#server/orders/store.ts'
import { makeTelling } from '#server/orders/telling.ts'
import { makeTransfers } from '#server/orders/transfers.ts'
import { makePasskeyChecking } from '#server/passkeys/checking.ts'
import { makePasskeys } from '#server/passkeys/service.ts'
import { makeAlonePayments } from '#server/payments/alone.ts'
import { makePaying } from '#server/payments/paying.ts'
import { makeSending } from '#server/payments/sending.ts'
import { makePaymentsService, type WalletForPayments } from '#server/payments/service.ts'
import { makePaymentsStore } from '#server/payments/store.ts'
import { makePlacesService } from '#server/places/service.ts'
import { makePlacesStore } from '#server/places/store.ts'
import { makePrivacyService } from '#server/privacy/service.ts'
import { deriveVapidKeys } from '#server/push/keys.ts'
import { makePush } from '#server/push/service.ts'
import { makePushStore, type Subscriber } from '#server/push/store.ts'
import { makeDeciding } from '#server/reports/deciding.ts'
import { makeReports } from '#server/reports/service.ts'
import { makeReportsStore } from '#server/reports/store.ts'
import { makeThings } from '#server/reports/things.ts'
import { makeReviewsService } from '#server/reviews/service.ts'
import { makeReviewsStore } from '#server/reviews/store.ts'
import { makeReviewWriting } from '#server/reviews/writing.ts'
import { makeEdgesStore } from '#server/rings/edges-store.ts'
import { makeRingEnding } from '#server/rings/ending.ts'
import { makeRings } from '#server/rings/service.ts'
import { makeRingsStore } from '#server/rings/store.ts'
import { makeMatches } from '#server/search/matches.ts'
import { makeSearch } from '#server/search/search.ts'
import { makeSettingsService } from '#server/settings/service.ts'
import { makeSettingsStore } from '#server/settings/store.ts'
import type { Settings } from '#server/settings.ts'
import { makeSought } from '#server/sought/service.ts'
import { makeSoughtStore } from '#server/sought/store.ts'
import { makeStreamPublisher } from '#server/stream/service.ts'
import { makeStreamStore } from '#server/stream/store.ts'
import { makeSynonyms } from '#server/synonyms/service.ts'
import { makeSynonymsStore } from '#server/synonyms/store.ts'
import { makeTexts } from '#server/texts/service.ts'
import { makeTextsStore } from '#server/texts/store.ts'
import { makeMessageErasure } from '#server/threads/erasure.ts'
import { makeThreads } from '#server/threads/service.ts'
import { makeThreadsStore } from '#server/threads/store.ts'
import { makeExplanations } from '#server/transfers/explanations.ts'
import { makeForgetTransfers, makeTransferServices } from '#server/transfers/make.ts'
import { makeBlankGiftNotes, makeTreasuryServices, type WalletForTreasury } from '#server/treasury/make.ts'
import { makeUploadsService } from '#server/uploads/service.ts'
import type { Storage } from '#server/uploads/storage.ts'
import { makeUploadsStore } from '#server/uploads/store.ts'
import type { WalletService } from '#server/wallet/service.ts'

export type ServiceParts = {
  db: Database
  /** Answers public reads, from replicas where there are any. */
  reads?: Database
  settings: Pick<Settings, 'site' | 'mail' | 'association' | 'rateLimits' | 'quietHours'>
  authSecret: string
  storage: Storage
  wallet: WalletForMembers &
    WalletForPayments &
    WalletForCurrency &
    WalletForTreasury &
    Pick<WalletService, 'figures' | 'movementsOf'>
  now: () => Date
}
export type Services = ReturnType<typeof makeServices>

export const makeServices = ({ db, reads = db, settings, authSecret, storage, wallet, now }: ServiceParts) => {
  const { mailStore, mail, limits, records, newsletter, accounts, passkeysStore, current } = makeBaseServices({
    ...{ db, settings, now },
  })
  const { site, limits: association } = current
  const passkeyChecking = makePasskeyChecking({ store: passkeysStore, records, site, now })
  const blocks = makeBlocksStore(db)
  const reportsStore = makeReportsStore(db)
  const deskStore = makeDeskStore(db)
  const failedTransfers: FailedTransfers = async (ids, tx) =>
    new Set((await wallet.progressOf(ids, tx)).flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
  const acting = makeActing({ records, failedTransfers, association, now })
  const texts = makeTexts({ store: makeTextsStore(db), records, site, now })
  const { quietHours } = settings
  const streamStore = makeStreamStore(db)
  const stream = makeStreamPublisher(streamStore, now)
  const pushParts = { keys: deriveVapidKeys(authSecret), subject: site.publicUrl, now }
  const isOpen = async (session: Subscriber) => (await accounts.store.findByToken(session)) !== undefined
  const push = makePush({ store: makePushStore(db), isOpen, ...pushParts })
  const threadsStore = makeThreadsStore(db)
  const notices = makeNotices({
    store: makeNoticesStore(db),
    mail,
    stream,
    push,
    site,
    secret: authSecret,
    quietHours,
    now,
  })
  const favouritesStore = makeFavouritesStore(db)
  const favouriteNews = makeFavouriteNews({ store: favouritesStore, notices })
  const changed = makeListingChanged({ favouriteNews })
  const freshnessStore = makeFreshnessStore(db)
  const life = makeListingLife({ store: freshnessStore, notices, now })
  const stock = makeStock(makeStockStore(db), changed)
  const paymentsStore = makePaymentsStore(db)
  const payments = makePaymentsService({ store: paymentsStore, wallet, stock, now })
  const orders = makeOrdersService(makeOrdersStore(db), payments)
  const reviews = makeReviewsService(makeReviewsStore(db))
  const editingStore = makeEditingStore(db)
  const search = makeSearch(db)
  const listingParts = { store: makeListingsStore(db), editingStore, search, reviews, orders, changed, now }
  const listings = makeListingsService(listingParts)
  const synonyms = makeSynonyms({ store: makeSynonymsStore(db), records })
  const findMatches = makeMatches(db)
  const ringsStore = makeRingsStore(db)
  const ringEnding = makeRingEnding({ store: ringsStore, notices, now })
  const matches = makeMatchesService({ db, findMatches, listings, blocks })
  const statistics = makeStatistics({ store: makeViewsStore(db), listings, orders, limits, now })
  const favourites = makeFavourites({ store: favouritesStore, listings })
  const alerts = makeAlerts({ store: makeAlertsStore(db), searches: search.saved, listings, notices, now })
  const places = makePlacesService(makePlacesStore(db))
  const strangerLimits = makeStrangerLimits({ limits, association, orders })
  const uploads = makeUploadsService({ store: makeUploadsStore(db), storage, limits, orders, now })
  const associationSettings = makeSettingsService({ store: makeSettingsStore(db), current, uploads, records, now })
  const changes = makeChangeStore(db)
  const reservations = makeReservationStore(db)
  const planRelease = makePlanRelease(reservations)
  const close = makeClosing({ store: changes, stock, planRelease, now })
  const members = makeMembersService({
    ...accounts,
    tokens: makeTokens(authSecret, now),
    passkeys: passkeyChecking,
    wallet,
    limits,
    mail,
    notices,
    eraseMessages: makeMessageErasure({ store: threadsStore, notices, stream }),
    favourites,
    alerts,
    rings: ringEnding,
    newsletter,
    records,
    listings,
    orders,
    closeRequests: makeLeaving({ orders, payments, wallet, close, notices }),
    forgetTransfers: makeForgetTransfers(db),
    blankGiftNotes: makeBlankGiftNotes(db),
    reviews,
    blocks,
    texts,
    anonymiseReports: reportsStore.anonymise,
    removeDeskCard: deskStore.removeOf,
    uploads,
    site,
    now,
  })
  const eventRequests = makeEventRequests({ store: changes, members, notices, now })
  const listingEditor = makeListingEditor({
    ...{ store: editingStore, listings, members, uploads, eventRequests, notices, records, limits, changed, life, now },
  })
  const sought = makeSought({ store: makeSoughtStore(db), search, limits, secret: authSecret, now })
  const freshness = makeFreshness({
    ...{ store: freshnessStore, life, members, notices, limits, secret: authSecret, now },
    states: makeListingStates({ store: editingStore, changed, now }),
  })
  const listingEnding = makeListingEnding({ store: makeEndingStore(db), members, notices, now })
  const reviewWriting = makeReviewWriting({ reviews, members, listings, orders, notices, blocks, limits })
  const placing = makePlacing({
    store: changes,
    orders,
    stock,
    payments,
    members,
    mail,
    notices,
    blocks,
    acting,
    limits,
    strangerLimits,
    site,
    now,
  })
  const rings = makeRings({
    store: ringsStore,
    edges: makeEdgesStore(db),
    ending: ringEnding,
    ...{ findMatches, members, stock, placing, notices, now },
  })
  const sending = makeSending({ store: paymentsStore, wallet })
  const paymentParts = { store: paymentsStore, payments, sending, members, limits, now }
  const paying = makePaying({ ...paymentParts, wallet, stock, blocks, acting })
  const returns = makeReturns({ store: changes, orders, payments, close, sending, members, notices })
  const alonePayments = makeAlonePayments({ ...paymentParts, answerReturn: returns.answer, records })
  const telling = makeTelling({ store: changes, orders, payments, members, notices, now })
  const transfers = makeTransfers({
    ...{ store: changes, orders, payments, sending, returns, members, telling, blocks, acting, limits, now },
  })
  const steps = makeSteps({
    store: changes,
    orders,
    stock,
    members,
    notices,
    blocks,
    acting,
    records,
    life,
    planRelease,
    now,
  })
  const reserving = makeReserving({ store: reservations, orders, stock, members, notices, now })
  const correspondence = makeCorrespondence({ store: changes, orders, members, notices, blocks, now })
  const threadParts = { listings, orders, members, notices, stream, blocks, acting, limits, strangerLimits, life, now }
  const threads = makeThreads({ store: threadsStore, ...threadParts })
  const things = makeThings({ listings, reviews, members, threads })
  const desk = makeDesk({
    ...{ store: deskStore, members, passwords: accounts.passwords, records, mail, limits, association, now },
    failedTransfers,
  })
  const reportParts = {
    store: reportsStore,
    things,
    listings,
    members,
    orders,
    mail,
    notices,
    records,
    limits,
    site,
    now,
  }
  const reports = makeReports(reportParts)
  const deciding = makeDeciding(reportParts)
  const blocking = makeBlocking({ store: blocks, members, rings: ringEnding, now })
  const { recipients, memberTransfers, valRequests } = makeTransferServices({
    ...{ db, wallet, sending, members, notices, blocks, acting, limits, association, now },
  })
  const passkeys = makePasskeys({
    ...{ store: passkeysStore, checking: passkeyChecking, members, recipients, limits, mail, records, site, now },
  })
  const currency = makeCurrency({ db, wallet, members, notices, records, now })
  const treasury = makeTreasuryServices({
    ...{ db, wallet, sending, members, notices, records, now },
    countLosing: currency.figures.countAboveThreshold,
  })
  const explainMovements = makeExplanations({ payments, orders, memberTransfers, gifts: treasury.treasury })
  const privacy = makePrivacyService({
    members,
    listings,
    favourites,
    alerts,
    sought,
    reviews,
    orders,
    payments,
    memberTransfers,
    valRequests,
    explainMovements,
    wallet,
    newsletter,
    records,
    mail,
    notices,
    threads,
    stream,
    blocking,
    desk,
    reports,
    rings,
    passkeys,
    limits,
    now,
  })
  const newsletters = makeNewsletterServices({
    ...{ db, newsletter, members, listings, places, mail, records, limits, site, now },
    isDelivering: Boolean(settings.mail.smtpUrl),
  })
  const memberImports = makeMemberImports({ store: accounts.imports, listings: editingStore, records, now })
  const exports = makeExports({
    ...makeMemberExportStore(db),
    ...makeListingExportStore(db),
    ...makeOrderExportStore(db),
    ...makeFiguresStore(db),
    treasury: wallet.treasury,
    records,
  })
  const dashboard = makeDashboardService({
    store: makeDashboardStore(db),
    ...{ members, newsletter, listings, orders, tokenFigures: wallet.figures, now },
    countOpenReports: reportsStore.countOpen,
    held: async () => (await currency.figures.read()).held,
  })
  const publicSearch = makeSearch(reads)
  const publicReads = {
    search: publicSearch,
    profiles: makePublicProfiles(makeMembersStore(reads)),
    listings: makeListingsService({
      ...listingParts,
      store: makeListingsStore(reads),
      search: publicSearch,
      reviews: makeReviewsService(makeReviewsStore(reads)),
    }),
  }
  return {
    mailStore,
    /** For visitors. Members read from the primary, where they see their own changes at once. */
    publicReads,
    places,
    search,
    synonyms,
    matches,
    rings,
    mail,
    notices,
    threads,
    push,
    streamStore,
    limits,
    strangerLimits,
    blocks,
    blocking,
    records,
    texts,
    currentSettings: current,
    settings: associationSettings,
    acting,
    desk,
    reports,
    deciding,
    listings,
    favourites,
    favouriteNews,
    alerts,
    freshness,
    sought,
    reserving,
    statistics,
    listingEditor,
    listingEnding,
    reviewWriting,
    uploads,
    newsletter,
    members,
    orders,
    placing,
    returns,
    telling,
    steps,
    transfers,
    eventRequests,
    correspondence,
    paying,
    alonePayments,
    recipients,
    memberTransfers,
    valRequests,
    passkeys,
    explainMovements,
    privacy,
    dashboard,
    exports,
    memberImports,
    ...newsletters,
    ...currency,
    ...treasury,
  }
}
