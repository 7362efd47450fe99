import { DESK_ACTS, type DeskWrite } from '#domain/accounts/desk-acts.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { Audit } from '#server/platform/audit.ts'

const paymentText = (val: number): string => `${val === 1 ? 'Pagato' : 'Pagati'} ${formatPrice({ val })}`

const textOf = (action: string, details: Record<string, unknown>): string | null => {
  if (action === 'desk.payment') return paymentText(fromHundredths(Number(details.amount)))
  if (action === 'desk.begin') return 'Inizio della sessione'
  if (action === 'desk.register') return 'Nuova persona iscritta, con tessera'
  if (action === 'desk.card') return 'Nuova tessera'
  return action === 'desk.call' ? (DESK_ACTS[details.call as DeskWrite] ?? null) : null
}

export type Act = { at: Date; member: string; text: string }

type Rows = Awaited<ReturnType<Audit['where']>>

/** Returns the ids of the transfers that these audit entries record. */
export const transfersIn = (rows: Rows): string[] =>
  rows.flatMap(({ details }) => (details.transfer ? [String(details.transfer)] : []))

/** Texts for the receipt and the weekly list, in the order of the entries. Refused and failed actions are marked as such. */
export const actsOf = (rows: Rows, failedTransfers: ReadonlySet<string>): Act[] => {
  const refused = new Set(rows.filter(({ action }) => action === 'desk.refused').map(({ details }) => details.entry))
  return rows.flatMap(({ id, at, about, action, details }) => {
    const text = textOf(action, details)
    const hasFailed = refused.has(id) || failedTransfers.has(String(details.transfer))
    return text === null ? [] : [{ at, member: about ?? '', text: hasFailed ? `${text}: non riuscito` : text }]
  })
}
