import type { SiteSettings } from '#domain/association/settings.ts'
import { siteOf } from '#server/association/settings/current.ts'
import { readSettings } from '#server/settings.ts'

/** The settings of the site before any admin has changed them. */
export const siteFor = (env: Record<string, string>): SiteSettings => {
  const { site, association } = readSettings(env)
  return siteOf(site, association)
}
