// What the pages need to know of the association that runs them.
export type SiteSettings = {
  publicUrl: string
  associationName: string
  associationUrl: string
  valAppUrl: string
  marketUrl: string
  /** Where the open map's pictures come from, with {z}, {x} and {y}; none when empty. */
  mapTiles: string
  partners: readonly { name: string; url: string; logo: string }[]
}
