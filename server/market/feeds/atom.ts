import type { SiteSettings } from '#domain/association/settings.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { kindLabel, SECTION_LABELS, type Section } from '#domain/market/listings.ts'
import { escapeXml, XML_HEAD } from '#server/market/feeds/xml.ts'

const SUMMARY_LENGTH = 500
// <updated> is mandatory, also in a feed without entries.
const NEVER = '1970-01-01T00:00:00.000Z'

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length <= SUMMARY_LENGTH ? text : `${characters.slice(0, SUMMARY_LENGTH).join('').trimEnd()}…`
}

const entry = (publicUrl: string, listing: ListingCard): string => {
  const address = escapeXml(`${publicUrl}/product/${listing._id}`)
  return `<entry>
<id>${address}</id>
<title>${escapeXml(listing.name)}</title>
<link href="${address}"/>
<published>${listing.createdAt}</published>
<updated>${listing.createdAt}</updated>
<author><name>${escapeXml(listing.seller.seller.name)}</name></author>
<category term="${escapeXml(listing.category)}"/>
<summary>${escapeXml(shortened(`${kindLabel(listing)}. ${listing.description}`))}</summary>
</entry>
`
}

const logoOf = ({ logo, publicUrl }: SiteSettings): string =>
  logo ? `<logo>${escapeXml(new URL(logo, publicUrl).href)}</logo>\n` : ''

/** Atom feed of a section's newest listings. */
export const sectionFeed = (site: SiteSettings, section: Section, listings: readonly ListingCard[]): string => {
  const self = escapeXml(`${site.publicUrl}/feed/${section}.xml`)
  const home = escapeXml(`${site.publicUrl}/?sezione=${section}`)
  return `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="it">
<id>${self}</id>
<title>${escapeXml(`${SECTION_LABELS[section]} · ${site.associationName}`)}</title>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${home}"/>
<updated>${listings[0]?.createdAt ?? NEVER}</updated>
${logoOf(site)}${listings.map((listing) => entry(site.publicUrl, listing)).join('')}</feed>
`
}
