import { italianDate } from '#domain/base/dates.ts'
import { toHundredths } from '#domain/base/money.ts'
import { DAY_KINDS, distributionOf, isPublishable, joinDays, KINDS_OF_MEMBERS } from '#domain/val/publication.ts'
import type { PublicationStore } from '#server/val/currency/publication-store.ts'

// How long no VAL must have moved before balances are published for the first time.
const QUIET_MS = 60_000

/** Publishes the figures of the currency, at most once a day, if enough people moved VAL since the last time. */
export const makePublishing = ({ store, now }: { store: PublicationStore; now: () => Date }) => ({
  isDue: () => store.isDue(italianDate(now()), new Date(now().getTime() - QUIET_MS)),

  publish: (): Promise<void> =>
    store.transaction(async (tx) => {
      const today = italianDate(now())
      await store.recordCheck(tx, today)
      if (!isPublishable(await store.changes(tx))) return
      for (const kind of DAY_KINDS) {
        const days = await store.unpublished(tx, kind)
        await store.addDays(tx, kind, KINDS_OF_MEMBERS.includes(kind) ? joinDays(days) : days)
      }
      const groups = await store.replaceBalances(tx)
      const { held, ...distribution } = distributionOf(groups)
      await store.recordPublication(tx, today, groups, { held: toHundredths(held), ...distribution })
    }),
})
