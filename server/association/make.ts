import type { Accounts } from '#server/accounts/make.ts'
import { makeMemberExportStore } from '#server/accounts/members/export-store.ts'
import type { AuditService } from '#server/association/audit/service.ts'
import { makeDashboardService } from '#server/association/dashboard/service.ts'
import { makeDashboardStore } from '#server/association/dashboard/store.ts'
import { makeExports } from '#server/association/exports/service.ts'
import { makeDeciding } from '#server/association/reports/deciding.ts'
import { makeReports } from '#server/association/reports/service.ts'
import { makeReportsStore } from '#server/association/reports/store.ts'
import { makeThings } from '#server/association/reports/things.ts'
import type { CurrentSettings } from '#server/association/settings/current.ts'
import { makeSettingsService } from '#server/association/settings/service.ts'
import { makeSettingsStore } from '#server/association/settings/store.ts'
import { makeTexts } from '#server/association/texts/service.ts'
import { makeTextsStore } from '#server/association/texts/store.ts'
import type { Exchange } from '#server/exchange/make.ts'
import { makeOrderExportStore } from '#server/exchange/orders/export-store.ts'
import { makeListingExportStore } from '#server/market/listings/export-store.ts'
import type { Market } from '#server/market/make.ts'
import type { Platform } from '#server/platform/make.ts'
import type { Conversations, Talk } from '#server/talk/make.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import type { Val, Wallet } from '#server/val/make.ts'

type Areas = {
  platform: Platform
  talk: Talk & Conversations
  accounts: Accounts
  wallet: Wallet
  val: Val
  market: Market
  exchange: Exchange
}

/** What the association does: settings, texts, moderation, figures and exports. */
export const makeAssociation = (areas: Areas, audit: AuditService, current: CurrentSettings) => {
  const { db, limits, site, now } = areas.platform
  const { mail, notices, newsletter, threads } = areas.talk
  const { members } = areas.accounts
  const { listings, reviews, uploads } = areas.market
  const { orders } = areas.exchange
  const { wallet } = areas
  const store = makeReportsStore(db)
  const things = makeThings({ listings, reviews, members, threads })
  const reports = makeReports({ store, things, listings, members, orders, mail, notices, audit, limits, site, now })
  const settings = makeSettingsService({ store: makeSettingsStore(db), current, uploads, audit, now })
  const texts = makeTexts({ store: makeTextsStore(db), audit, site, now })
  return {
    audit,
    currentSettings: current,
    settings,
    texts,
    reports,
    deciding: makeDeciding({ store, things, members, mail, notices, audit, now }),
    exports: makeExports({
      ...makeMemberExportStore(db),
      ...makeListingExportStore(db),
      ...makeOrderExportStore(db),
      ...makeFiguresStore(db),
      treasury: wallet.treasury,
      audit,
    }),
    dashboard: makeDashboardService({
      store: makeDashboardStore(db),
      members,
      newsletter,
      listings,
      orders,
      countOpenReports: store.countOpen,
      held: async () => (await areas.val.figures.read()).held,
      tokenFigures: wallet.figures,
      now,
    }),
    /** Reports are locked before requests and listings. */
    associationData: [reports, audit, settings, texts].map(({ personalData }) => personalData),
  }
}
