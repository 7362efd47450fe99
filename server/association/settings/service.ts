import { isDeepStrictEqual } from 'node:util'
import type { Member } from '#domain/accounts/access.ts'
import type { AssociationSettings, SettingsContent } from '#domain/association/settings.schema.ts'
import { SETTINGS_MESSAGES } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import type { CurrentSettings } from '#server/association/settings/current.ts'
import type { SettingsStore } from '#server/association/settings/store.ts'
import type { UploadsService } from '#server/market/uploads/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Parts = {
  store: SettingsStore
  current: CurrentSettings
  uploads: UploadsService
  audit: Audit
  now: () => Date
}

const picturesOf = ({ logo, partners }: SettingsContent): string[] =>
  [logo, ...partners.map((partner) => partner.logo)].filter((url) => url !== '')

const changedFields = (before: SettingsContent, after: SettingsContent): string[] =>
  (Object.keys(after) as (keyof SettingsContent)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]))

/** The association's settings as an admin reads and changes them. */
export const makeSettingsService = ({ store, current, uploads, audit, now }: Parts) => ({
  /** Each version refers to the admin who saved it. */
  personalData: { tables: ['settings'] } satisfies PersonalData,

  async read(): Promise<AssociationSettings> {
    await current.load()
    return current.get()
  },

  async write({ version, ...content }: AssociationSettings, viewer: Member): Promise<AssociationSettings> {
    await current.load()
    const { version: known, ...before } = current.get()
    if (version !== known) throw new AppError('conflict', SETTINGS_MESSAGES.stale)
    const next = { version: version + 1, content }
    await store.transaction(async (tx) => {
      const had = picturesOf(before)
      await uploads.setSitePictures(tx, { memberId: viewer.id, had, wanted: picturesOf(content) })
      if (!(await store.add(tx, next, { by: viewer.id, at: now() })))
        throw new AppError('conflict', SETTINGS_MESSAGES.stale)
      const details = { version: String(next.version), fields: changedFields(before, content) }
      await audit.record({ actor: viewer.id, action: 'settings.write', subject: 'settings', details }, tx)
    })
    current.use({ ...content, version: next.version })
    return current.get()
  },
})
