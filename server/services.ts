import { makeBlocking } from '#server/accounts/blocks/blocking.ts'
import { makeBlocksStore } from '#server/accounts/blocks/store.ts'
import { type FailedTransfers, makeActing } from '#server/accounts/desk/acting.ts'
import { makeDesk } from '#server/accounts/desk/service.ts'
import { makeDeskStore } from '#server/accounts/desk/store.ts'
import { makeMemberImports } from '#server/accounts/import/importing.ts'
import { makeMemberExportStore } from '#server/accounts/members/export-store.ts'
import type { WalletForMembers } from '#server/accounts/members/parts.ts'
import { makePublicProfiles } from '#server/accounts/members/public-profiles.ts'
import { makeMembersService } from '#server/accounts/members/service.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makePasskeyChecking } from '#server/accounts/passkeys/checking.ts'
import { makePasskeys } from '#server/accounts/passkeys/service.ts'
import { makePrivacyService } from '#server/accounts/privacy/service.ts'
import { makeTokens } from '#server/accounts/sessions/tokens.ts'
import { makeDashboardService } from '#server/association/dashboard/service.ts'
import { makeDashboardStore } from '#server/association/dashboard/store.ts'
import { makeExports } from '#server/association/exports/service.ts'
import { makeDeciding } from '#server/association/reports/deciding.ts'
import { makeReports } from '#server/association/reports/service.ts'
import { makeReportsStore } from '#server/association/reports/store.ts'
import { makeThings } from '#server/association/reports/things.ts'
import { makeSettingsService } from '#server/association/settings/service.ts'
import { makeSettingsStore } from '#server/association/settings/store.ts'
import { makeTexts } from '#server/association/texts/service.ts'
import { makeTextsStore } from '#server/association/texts/store.ts'
import { makeBaseServices } from '#server/base-services.ts'
import { makeChangeStore } from '#server/exchange/orders/change-store.ts'
import { makeClosing } from '#server/exchange/orders/closing.ts'
import { makeCorrespondence } from '#server/exchange/orders/correspondence.ts'
import { makeEventRequests } from '#server/exchange/orders/events.ts'
import { makeOrderExportStore } from '#server/exchange/orders/export-store.ts'
import { makeLeaving } from '#server/exchange/orders/leaving.ts'
import { makePlacing } from '#server/exchange/orders/placing.ts'
import { makePlanRelease } from '#server/exchange/orders/releasing.ts'
import { makeReservationStore } from '#server/exchange/orders/reservation-store.ts'
import { makeReserving } from '#server/exchange/orders/reserving.ts'
import { makeReturns } from '#server/exchange/orders/returns.ts'
import { makeOrdersService } from '#server/exchange/orders/service.ts'
import { makeSteps } from '#server/exchange/orders/steps.ts'
import { makeOrdersStore } from '#server/exchange/orders/store.ts'
import { makeTelling } from '#server/exchange/orders/telling.ts'
import { makeTransfers } from '#server/exchange/orders/transfers.ts'
import { makeAlonePayments } from '#server/exchange/payments/alone.ts'
import { makePaying } from '#server/exchange/payments/paying.ts'
import { makeSending } from '#server/exchange/payments/sending.ts'
import { makePaymentsService, type WalletForPayments } from '#server/exchange/payments/service.ts'
import { makePaymentsStore } from '#server/exchange/payments/store.ts'
import { makeEdgesStore } from '#server/exchange/rings/edges-store.ts'
import { makeRingEnding } from '#server/exchange/rings/ending.ts'
import { makeRings } from '#server/exchange/rings/service.ts'
import { makeRingsStore } from '#server/exchange/rings/store.ts'
import { makeAlerts } from '#server/market/alerts/service.ts'
import { makeAlertsStore } from '#server/market/alerts/store.ts'
import { makeFavouriteNews } from '#server/market/favourites/news.ts'
import { makeFavourites } from '#server/market/favourites/service.ts'
import { makeFavouritesStore } from '#server/market/favourites/store.ts'
import { makeListingLife } from '#server/market/freshness/life.ts'
import { makeFreshness } from '#server/market/freshness/service.ts'
import { makeFreshnessStore } from '#server/market/freshness/store.ts'
import { makeListingChanged } from '#server/market/listings/changed.ts'
import { makeListingEditor } from '#server/market/listings/editing.ts'
import { makeEditingStore } from '#server/market/listings/editing-store.ts'
import { makeListingEnding } from '#server/market/listings/ending.ts'
import { makeEndingStore } from '#server/market/listings/ending-store.ts'
import { makeListingExportStore } from '#server/market/listings/export-store.ts'
import { makeListingsService } from '#server/market/listings/service.ts'
import { makeListingStates } from '#server/market/listings/states.ts'
import { makeStatistics } from '#server/market/listings/statistics.ts'
import { makeStock } from '#server/market/listings/stock.ts'
import { makeStockStore } from '#server/market/listings/stock-store.ts'
import { makeListingsStore } from '#server/market/listings/store.ts'
import { makeViewsStore } from '#server/market/listings/views-store.ts'
import { makeMatchesService } from '#server/market/matches/service.ts'
import { makePlacesService } from '#server/market/places/service.ts'
import { makePlacesStore } from '#server/market/places/store.ts'
import { makeReviewsService } from '#server/market/reviews/service.ts'
import { makeReviewsStore } from '#server/market/reviews/store.ts'
import { makeReviewWriting } from '#server/market/reviews/writing.ts'
import { makeMatches } from '#server/market/search/matches.ts'
import { makeSearch } from '#server/market/search/search.ts'
import { makeSought } from '#server/market/sought/service.ts'
import { makeSoughtStore } from '#server/market/sought/store.ts'
import { makeSynonyms } from '#server/market/synonyms/service.ts'
import { makeSynonymsStore } from '#server/market/synonyms/store.ts'
import { makeUploadsService } from '#server/market/uploads/service.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import { makeUploadsStore } from '#server/market/uploads/store.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { makeStrangerLimits } from '#server/platform/limits/strangers.ts'
import type { Settings } from '#server/settings.ts'
import { makeNewsletterServices } from '#server/talk/newsletter/make.ts'
import { makeNotices } from '#server/talk/notices/service.ts'
import { makeNoticesStore } from '#server/talk/notices/store.ts'
import { deriveVapidKeys } from '#server/talk/push/keys.ts'
import { makePush } from '#server/talk/push/service.ts'
import { makePushStore, type Subscriber } from '#server/talk/push/store.ts'
import { makeStreamPublisher } from '#server/talk/stream/service.ts'
import { makeStreamStore } from '#server/talk/stream/store.ts'
import { makeMessageErasure } from '#server/talk/threads/erasure.ts'
import { makeMessageMail } from '#server/talk/threads/mails.ts'
import { makeThreads } from '#server/talk/threads/service.ts'
import { makeThreadsStore } from '#server/talk/threads/store.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import { makeCurrency, type WalletForCurrency } from '#server/val/currency/make.ts'
import { makeExplanations } from '#server/val/transfers/explanations.ts'
import { makeForgetTransfers, makeTransferServices } from '#server/val/transfers/make.ts'
import { makeBlankGiftNotes, makeTreasuryServices, type WalletForTreasury } from '#server/val/treasury/make.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

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
    messageMail: makeMessageMail(threadsStore),
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
