import { formatTime, untilDate } from '#domain/base/dates.ts'

/** A suspended member may read, and make the calls marked `whileSuspended` in domain/<area>/calls.ts. `until` is null without an end. */
export type Suspension = { until: Date | null; reason: string }

export const MAX_SUSPENSION_REASON = 1_000

/** "fino al 03/12/2026 alle 10:00", or "senza scadenza". */
export const suspensionTerm = (until: string | Date | null): string =>
  until === null ? 'senza scadenza' : `${untilDate(until)} alle ${formatTime(until)}`

export const suspendedMessage = ({ until, reason }: Suspension): string =>
  `Il tuo account è sospeso ${suspensionTerm(until)}. Motivo: ${reason}`

export const SUSPENSION_MESSAGES = {
  adminNotSuspendable: 'Chi amministra non si può sospendere: prima cambia il suo ruolo.',
  suspendedCannotBeAdmin: 'Questo account è sospeso: prima togli la sospensione.',
  notSuspended: 'Questo account non è sospeso.',
  lifted: 'La sospensione è tolta.',
  past: 'La fine della sospensione deve essere nel futuro.',
} as const
