import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { SiteSettings } from '#domain/association/settings.ts'

type Share = { title: string; description: string; publicUrl: string; path: string; image?: string; type?: string }

const SHARE_IMAGE = '/share.png'
const SITE = 'Piazza'

/** Title, description, canonical URL and Open Graph tags. */
export const pageMeta = ({ title, description, publicUrl, path, image, type = 'website' }: Share): MetaDescriptor[] => {
  const url = new URL(path, publicUrl).href
  const picture = new URL(image ?? SHARE_IMAGE, publicUrl).href
  return [
    { title: `${title} · ${SITE}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: SITE },
    { property: 'og:locale', content: 'it_IT' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture },
  ]
}

const MAX_SUMMARY = 160

/** The beginning of a text, cut between words, for a meta description. */
export const summary = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_SUMMARY) return line
  const cut = line.slice(0, MAX_SUMMARY)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SUMMARY / 2)).toWellFormed()}…`
}

/** For pages that must not be indexed. */
export const privateMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${SITE}` },
  { name: 'robots', content: 'noindex' },
]

/** For indexed pages without a loader; takes the public URL from the root's data. */
export const indexedMeta =
  (page: Pick<Share, 'title' | 'description' | 'path'>): MetaFunction =>
  ({ matches }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteSettings } | undefined
    return root ? pageMeta({ ...page, publicUrl: root.site.publicUrl }) : [{ title: `${page.title} · ${SITE}` }]
  }
