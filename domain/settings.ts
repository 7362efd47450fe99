// Settings that the pages need.
export type SiteSettings = {
  publicUrl: string
  associationName: string
  associationUrl: string
  valAppUrl: string
  marketUrl: string
  /** URL template of the open map's tiles with {z}, {x} and {y}; empty for none. */
  mapTiles: string
  partners: readonly { name: string; url: string; logo: string }[]
}
