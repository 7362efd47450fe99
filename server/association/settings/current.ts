import type { AssociationSettings, SettingsContent } from '#domain/association/settings.schema.ts'
import type { AssociationLimits, SiteSettings } from '#domain/association/settings.ts'
import type { SettingsStore } from '#server/association/settings/store.ts'

export const FIRST_VERSION = 1

type Parts = {
  store: SettingsStore
  /** From the environment; used until an admin saves settings. */
  first: SettingsContent
  technical: Pick<SiteSettings, 'publicUrl' | 'mapTiles'>
}
export type CurrentSettings = ReturnType<typeof makeCurrentSettings>

export const siteOf = (
  technical: Parts['technical'],
  { name, url, limits: _, ...shown }: SettingsContent,
): SiteSettings => ({
  ...technical,
  ...shown,
  associationName: name,
  associationUrl: url,
})

/**
 * The current settings, in memory. `site` and `limits` are changed in place, so that a service can keep a reference and
 * always reads the newest values.
 */
export const makeCurrentSettings = ({ store, first, technical }: Parts) => {
  let current: AssociationSettings = { ...first, version: FIRST_VERSION }
  const site = siteOf(technical, first)
  const limits: AssociationLimits = { ...first.limits }

  const use = (settings: AssociationSettings): void => {
    // Concurrent reads may finish out of order.
    if (settings.version < current.version) return
    const { version, ...content } = settings
    current = settings
    Object.assign(site, siteOf(technical, content))
    Object.assign(limits, content.limits)
  }

  return {
    site,
    limits,
    get: (): AssociationSettings => current,
    use,
    /** Loads the newest settings, which another instance may have stored. */
    async load(): Promise<void> {
      const row = await store.newest()
      if (!row) return
      // Settings stored by an earlier version lack newer limits.
      const limits = { ...first.limits, ...row.content.limits }
      use({ ...first, ...row.content, limits, version: row.version })
    },
  }
}
