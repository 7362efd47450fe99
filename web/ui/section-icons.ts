import type { Section } from '#domain/market/listings.ts'
import type { IconName } from '#web/ui/icon.tsx'

export const SECTION_ICONS: Record<Section, IconName> = {
  offro: 'tag',
  cerco: 'search',
  propongo: 'hands',
  avviso: 'calendar',
  dono: 'gift',
}
