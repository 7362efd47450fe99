import { isDeepStrictEqual } from 'node:util'
import type { Member } from '#domain/accounts/access.ts'
import type { AssociationSettings, SettingsContent } from '#domain/association/settings.schema.ts'
import { SETTINGS_MESSAGES } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { CurrentSettings } from '#server/association/settings/current.ts'
import type { SettingsStore } from '#server/association/settings/store.ts'
import type { UploadsService } from '#server/market/uploads/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { nameRef } from '#server/talk/references/references.ts'

type Parts = {
  store: SettingsStore
  members: MembersService
  notices: Notices
  current: CurrentSettings
  uploads: UploadsService
  audit: Audit
  now: () => Date
}

const picturesOf = ({ logo, partners }: SettingsContent): string[] =>
  [logo, ...partners.map((partner) => partner.logo)].filter((url) => url !== '')

const changedFields = (before: SettingsContent, after: SettingsContent): string[] =>
  (Object.keys(after) as (keyof SettingsContent)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]))

/** What an admin may give alone, before and after; undefined if it stays. */
const giftLimitsChanged = ({ limits: before }: SettingsContent, { limits: after }: SettingsContent) => {
  const change = (what: string, [was, is]: [number, number]) =>
    was === is ? [] : [`${what} oltre ${formatPrice({ val: is })}, non più oltre ${formatPrice({ val: was })}`]
  const changes = [
    ...change('la somma si riscrive', [before.giftTypedAbove, after.giftTypedAbove]),
    ...change('serve un secondo sì', [before.giftSecondYesAbove, after.giftSecondYesAbove]),
  ]
  return changes.length > 0 ? changes.join('; ') : undefined
}

/** The association's settings as an admin reads and changes them. */
export const makeSettingsService = ({ store, current, members, notices, uploads, audit, now }: Parts) => ({
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
      const changed = giftLimitsChanged(before, content)
      const others = changed ? (await members.activeAdmins(tx)).filter((id) => id !== viewer.id) : []
      await members.contacts(tx, others)
      const had = picturesOf(before)
      await uploads.setSitePictures(tx, { memberId: viewer.id, had, wanted: picturesOf(content) })
      if (!(await store.add(tx, next, { by: viewer.id, at: now() })))
        throw new AppError('conflict', SETTINGS_MESSAGES.stale)
      const details = { version: String(next.version), fields: changedFields(before, content) }
      await audit.record({ actor: viewer.id, action: 'settings.write', subject: 'settings', details }, tx)
      const text = `${nameRef(viewer.id)} ha cambiato i limiti dei regali della tesoreria: ${changed}.`
      await notices.tellAll(tx, others, { kind: 'payment', text, link: '/impostazioni' })
    })
    current.use({ ...content, version: next.version })
    return current.get()
  },
})
