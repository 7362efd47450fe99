import { addDays, italianDate } from '#domain/base/dates.ts'
import { roundCalledText, roundCancelledText, roundText, TELL_DAYS } from '#domain/val/currency.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { AnnouncedRow, CurrencyStore } from '#server/val/currency/store.ts'

const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Parts = {
  store: CurrencyStore
  members: Pick<MembersService, 'verifiedAfter'>
  notices: Pick<Notices, 'tellAll'>
  now: () => Date
}

const textOf = ({ date, cancelledAt, calledAtOnce }: AnnouncedRow): string => {
  if (calledAtOnce) return roundCalledText(date)
  return cancelledAt ? roundCancelledText(date) : roundText(date)
}

/** Notifies members of a round a week before it, of its cancellation if they had been notified, and of one that was not announced. */
export const makeRoundTelling = ({ store, members, notices, now }: Parts) => {
  const until = () => addDays(italianDate(now()), TELL_DAYS)

  /** Notifies one batch of members in one transaction; returns true if there may be more. */
  const tellBatch = (): Promise<boolean> =>
    store.transaction(async (tx) => {
      const round = await store.lockUntold(tx, until())
      if (!round) return false
      const told = await members.verifiedAfter(tx, round.toldUpTo ?? FIRST_ID, BATCH)
      // What has evaporated without an announcement is mailed to everybody, as other movements of VAL.
      const kind = round.calledAtOnce ? 'payment' : 'round'
      await notices.tellAll(tx, told, { kind, text: textOf(round), link: '/portafoglio' })
      const last = told.at(-1)
      if (last) await store.recordTold(tx, round.id, last)
      if (told.length < BATCH) await store.recordAllTold(tx, round, now())
      return true
    })

  return {
    hasUntold: () => store.hasUntold(until()),

    async tell(stopping: AbortSignal): Promise<void> {
      while (!stopping.aborted && (await tellBatch()));
    },
  }
}
