// Separate from wallet.schema.ts, so that browsers do not load zod to show movements.
export const MOVEMENT_KINDS = ['in', 'out', 'evaporation', 'mint'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const MOVEMENT_NAMES: Record<MovementKind, string> = {
  in: 'Ricevuti',
  out: 'Inviati',
  evaporation: 'Evaporazione',
  mint: 'Emissione',
}

export const STATEMENT_PAGE = 20
