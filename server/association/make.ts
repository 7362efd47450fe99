import { fromHundredths } from '#domain/base/money.ts'
import type { Accounts } from '#server/accounts/make.ts'
import { makeMemberExportStore } from '#server/accounts/members/export-store.ts'
import { makeDeskThings } from '#server/association/audit/desk-things.ts'
import type { AuditService } from '#server/association/audit/service.ts'
import { makeDashboardService } from '#server/association/dashboard/service.ts'
import { makeDashboardStore } from '#server/association/dashboard/store.ts'
import { makeExports } from '#server/association/exports/service.ts'
import { makeDeciding } from '#server/association/reports/deciding.ts'
import { makeEffects } from '#server/association/reports/effects.ts'
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

/** Settings, page texts, moderation, figures and exports. */
export const makeAssociation = (areas: Areas, audit: AuditService, current: CurrentSettings) => {
  const { db } = areas.platform
  const { wallet } = areas
  const shared = {
    ...areas.platform,
    ...areas.talk,
    ...areas.accounts,
    ...areas.market,
    ...areas.exchange,
    audit,
  }
  const reporting = { ...shared, store: makeReportsStore(db), things: makeThings(shared) }
  const reports = makeReports(reporting)
  const settings = makeSettingsService({ ...shared, store: makeSettingsStore(db), current })
  const texts = makeTexts({ ...shared, store: makeTextsStore(db) })
  return {
    audit,
    deskThing: makeDeskThings({ ...shared, valRequests: areas.val.valRequests, decisions: reporting.store }),
    currentSettings: current,
    settings,
    texts,
    reports,
    deciding: makeDeciding({
      ...reporting,
      effects: makeEffects({ ...reporting, returned: areas.exchange.problems }),
    }),
    exports: makeExports({
      ...makeMemberExportStore(db),
      ...makeListingExportStore(db),
      ...makeOrderExportStore(db),
      ...makeFiguresStore(db, wallet.treasury),
      treasury: wallet.treasury,
      audit,
    }),
    dashboard: makeDashboardService({
      ...shared,
      store: makeDashboardStore(db),
      countOpenReports: reporting.store.countOpen,
      countOpenObjections: reporting.store.countObjections,
      held: async () => fromHundredths((await areas.val.holdings()).held),
      tokenFigures: wallet.figures,
    }),
    /** First in the lock order of services.ts: the rows of reports are locked before those of other areas. */
    associationData: [reports, audit, settings, texts].map(({ personalData }) => personalData),
  }
}
