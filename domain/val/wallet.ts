// Separate from wallet.schema.ts, so that browsers do not load zod to show movements.
export const MOVEMENT_KINDS = ['in', 'out', 'evaporation', 'mint'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const MOVEMENT_NAMES: Record<MovementKind, string> = {
  in: 'Ricevuti',
  out: 'Inviati',
  evaporation: 'Evaporazione',
  mint: 'Emissione',
}

/** The counterpart of its movements in statements; no member has this name. */
export const TREASURY_NAME = 'Tesoreria'

export const STATEMENT_PAGE = 20
