import { ALARM_MINUTES, STATUS_PARTS, type StatusPart } from '#domain/association/status.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { alarmMail, allClearMail, type Outage } from '#server/association/status/mails.ts'
import type { Probes } from '#server/association/status/probes.ts'
import type { PartRow, StatusStore } from '#server/association/status/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Mail } from '#server/talk/mail/service.ts'

const MINUTE_MS = 60_000
// Less than the interval of a minute, because timers are not exact.
const CHECK_AGAIN_MS = 45_000

type Parts = {
  store: StatusStore
  probes: Probes
  members: MembersService
  mail: Mail
  now: () => Date
}
type Restored = Omit<Outage, 'error'> & { until: Date }
type Changes = { alarms: Outage[]; restored: Restored[] }

/** Mails the admins when a part has been down for ALARM_MINUTES, and when it works again. */
export const makeAlarms = ({ store, probes, members, mail, now }: Parts) => {
  // In memory, because nothing can be stored while the database is down.
  let databaseDownSince: Date | undefined

  const isLong = (since: Date) => now().getTime() - since.getTime() >= ALARM_MINUTES * MINUTE_MS

  /** Returns the new row of a part after a check, and the alarm or the recovery to report. */
  const evaluate = (row: PartRow, error: string): { next: PartRow; alarm?: Outage; restored?: Restored } => {
    const { part, alarmedAt } = row
    // Not later than now: the clock may have been ahead.
    const downSince = row.downSince && row.downSince > now() ? now() : row.downSince
    if (error === '') {
      if (!downSince) return { next: row }
      const next = { part, downSince: null, alarmedAt: null, backAt: now() }
      return { next, ...(alarmedAt && { restored: { part, since: downSince, until: now() } }) }
    }
    const since = downSince ?? now()
    const isDue = !alarmedAt && isLong(since)
    const next = { ...row, downSince: since, alarmedAt: isDue ? now() : alarmedAt }
    return { next, ...(isDue && { alarm: { part, since, error } }) }
  }

  const notifyAdmins = async (tx: Queries, { alarms, restored }: Changes): Promise<void> => {
    if (alarms.length + restored.length === 0) return
    const admins = (await members.deskVolunteers(tx)).filter(({ role }) => role === 'admin')
    for (const { email, shownName } of admins) {
      if (alarms.length > 0) await mail.enqueue(tx, { to: email, content: alarmMail(shownName, alarms) })
      if (restored.length > 0) await mail.enqueue(tx, { to: email, content: allClearMail(shownName, restored) })
    }
  }

  /** The first instance to reconnect reports the outage of the database. */
  const recoveryOfDatabase = ({ backAt }: PartRow, since: Date | undefined): Restored | undefined =>
    since && isLong(since) && (!backAt || backAt < since) ? { part: 'database', since, until: now() } : undefined

  const storeResults = async (errors: ReadonlyMap<StatusPart, string>): Promise<void> =>
    store.transaction(async (tx) => {
      const unlessSince = new Date(now().getTime() - CHECK_AGAIN_MS)
      // One row is claimed for all parts, because an instance always checks all of them.
      const isOurs = await store.claim(tx, 'database', { at: now(), unlessSince })
      if (!isOurs && !databaseDownSince) return
      await store.recordCheck(tx, STATUS_PARTS, now())
      const rows = new Map((await store.rows(tx)).map((row) => [row.part, row]))
      const changes: Changes = { alarms: [], restored: [] }
      for (const part of STATUS_PARTS) {
        const row = rows.get(part)
        if (!row) continue
        const outage = part === 'database' ? recoveryOfDatabase(row, databaseDownSince) : undefined
        const { next, alarm, restored } = evaluate(row, errors.get(part) ?? '')
        if (outage) await store.set(tx, { ...next, backAt: outage.until })
        else if (next !== row) await store.set(tx, next)
        if (alarm) changes.alarms.push(alarm)
        const back = restored ?? outage
        if (back) changes.restored.push(back)
      }
      await notifyAdmins(tx, changes)
    })

  return {
    /** Run every minute by every instance; only the one that claims the check stores its results. */
    async check(): Promise<void> {
      const errors = await probes.check()
      if (errors.get('database')) {
        databaseDownSince ??= now()
        return
      }
      await storeResults(errors)
      databaseDownSince = undefined
    },
  }
}
