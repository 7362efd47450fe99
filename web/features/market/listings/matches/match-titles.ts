import type { Section } from '#domain/market/listings.ts'

export const MATCH_TITLES: Record<Section, string> = {
  offro: 'C’è chi lo cerca',
  dono: 'C’è chi lo cerca',
  cerco: 'C’è chi lo offre',
  propongo: '',
  avviso: '',
}
