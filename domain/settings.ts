export const WELCOME_MOMENTS = ['listing', 'verification'] as const

// Settings that the pages need.
export type SiteSettings = {
  publicUrl: string
  associationName: string
  associationUrl: string
  valAppUrl: string
  marketUrl: string
  /** URL template of the open map's tiles with {z}, {x} and {y}; empty for none. */
  mapTiles: string
  /** The VAL that the treasury sends a new member, with the first published listing or on verification. */
  welcome: { val: number; when: (typeof WELCOME_MOMENTS)[number] }
  partners: readonly { name: string; url: string; logo: string }[]
}
