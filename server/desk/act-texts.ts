import { DESK_ACTS, type DeskWrite } from '#domain/desk-acts.ts'
import { formatPrice, fromHundredths } from '#domain/money.ts'
import type { Records } from '#server/records/service.ts'

const textOf = (action: string, details: Record<string, unknown>): string | null => {
  if (action === 'desk.payment') return `Pagati ${formatPrice({ val: fromHundredths(Number(details.amount)) })}`
  if (action === 'desk.begin') return 'Inizio della sessione'
  if (action === 'desk.register') return 'Nuova persona iscritta, con tessera'
  if (action === 'desk.card') return 'Nuova tessera'
  return action === 'desk.call' ? (DESK_ACTS[details.call as DeskWrite] ?? null) : null
}

export type Act = { at: Date; member: string; text: string }

/** What the desk did, as the receipt and the weekly list tell it, oldest first; what was refused is marked. */
export const actsOf = (rows: Awaited<ReturnType<Records['auditWhere']>>): Act[] => {
  const refused = new Set(rows.filter(({ action }) => action === 'desk.refused').map(({ details }) => details.entry))
  return rows.flatMap(({ id, at, about, action, details }) => {
    const text = textOf(action, details)
    return text === null ? [] : [{ at, member: about ?? '', text: refused.has(id) ? `${text}: non riuscito` : text }]
  })
}
