// The words of a wallet's movements. Apart from the schemas, so that a browser need not fetch a validator to show them.
export const MOVEMENT_KINDS = ['in', 'out', 'evaporation', 'mint'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const MOVEMENT_NAMES: Record<MovementKind, string> = {
  in: 'Ricevuti',
  out: 'Inviati',
  evaporation: 'Evaporazione',
  mint: 'Emissione',
}

export const STATEMENT_PAGE = 20
