import { DESK_ACTS, type DeskWrite, describeThing } from '#domain/accounts/desk-acts.ts'
import { dative } from '#domain/accounts/names.ts'
import { formatPrice, formatVal, fromHundredths } from '#domain/base/money.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { NamedAuditRow as Row } from '#server/platform/audit.ts'

export type Act = { at: Date; member: string; text: string }
type Parts = { hooks: AccountHooks; nameOf: (ids: string[]) => Promise<ReadonlyMap<string, string>> }

const OTHER_ACTS: Record<string, string> = {
  'desk.begin': 'Inizio della sessione',
  'desk.register': 'Nuova persona iscritta, con tessera',
  'desk.card': 'Nuova tessera',
}

/** What the desk did, in words. Entries have ids of what was touched or made, and of members: their names are read here. */
export const makeActTexts = ({ hooks, nameOf }: Parts) => {
  /** `result` is the entry of what the call has made, and of the balance afterwards. */
  const callText = async ({ subject, details }: Row, result?: Row): Promise<string | null> => {
    const call = details.call as DeskWrite
    const name = DESK_ACTS[call]
    if (!name) return null
    const id = details.id ?? result?.details.made
    const about = id ? describeThing((await hooks.deskThing(call, String(id), subject)) ?? {}) : ''
    const balance = result?.details.balance
    const after = balance === undefined ? '' : `. Saldo: ${formatVal(fromHundredths(Number(balance)))}`
    return `${name}${about && `: ${about}`}${after}`
  }

  const paymentText = async ({ details }: Row): Promise<string> => {
    const val = fromHundredths(Number(details.amount))
    const payee = (await nameOf([String(details.to)])).get(String(details.to))
    return `${val === 1 ? 'Pagato' : 'Pagati'} ${formatPrice({ val })}${payee ? ` ${dative(payee)}` : ''}`
  }

  const textOf = async (row: Row, result?: Row): Promise<string | null> => {
    if (row.action === 'desk.payment') return paymentText(row)
    return row.action === 'desk.call' ? callText(row, result) : (OTHER_ACTS[row.action] ?? null)
  }

  return {
    /** An entry of the audit log, alone. */
    async ofEntry(row: Row): Promise<string> {
      if (row.action === 'desk.done') return (await callText(row, row)) ?? ''
      return (await textOf(row.action === 'desk.refused' ? { ...row, action: 'desk.call' } : row)) ?? ''
    },

    /** By the id of the entry, in their order. Refused and failed actions are marked as such; what has no text is left out. */
    async ofAll(rows: Row[]): Promise<Map<number, Act>> {
      const failed = await hooks.failedTransfers(
        rows.flatMap(({ details }) => (details.transfer ? [String(details.transfer)] : [])),
      )
      const entriesOf = (wanted: string) =>
        new Map(rows.filter(({ action }) => action === wanted).map((row) => [Number(row.details.entry), row]))
      const [refused, results] = [entriesOf('desk.refused'), entriesOf('desk.done')]
      const acts = new Map<number, Act>()
      for (const row of rows) {
        const { id, at, about, details } = row
        const text = await textOf(row, results.get(id))
        if (text === null) continue
        const hasFailed = refused.has(id) || failed.has(String(details.transfer))
        acts.set(id, { at, member: about ?? '', text: hasFailed ? `${text}: non riuscito` : text })
      }
      return acts
    },
  }
}
