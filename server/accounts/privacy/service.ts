import type { Member } from '#domain/accounts/access.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError } from '#domain/base/errors.ts'
import type { MemberExport } from '#domain/member-export.schema.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import type { Erasure } from '#server/accounts/privacy/erasure.ts'
import { personOf } from '#server/accounts/privacy/person.ts'
import type { Limits } from '#server/platform/limits/service.ts'

type Parts = {
  store: MembersStore
  hooks: AccountHooks
  erasure: Erasure
  limits: Limits
  retention: { surelyPassed: () => Promise<Date> }
  now: () => Date
}

/** Merges the parts into one object; lists with the same name are concatenated. */
const merge = (parts: Partial<MemberExport>[]): Partial<MemberExport> => {
  const merged: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap(Object.entries)) {
    const known = merged[name]
    merged[name] = Array.isArray(known) ? known.concat(value) : value
  }
  return merged
}

export const makePrivacyService = ({ store, hooks, erasure, limits, retention, now }: Parts) => {
  /** Idempotent, so that any instance may run it. */
  const deleteExpiredAt = async (at: Date): Promise<void> => {
    await erasure.deleteUnverified(at)
    for (const { deleteExpired } of hooks.personalData()) await deleteExpired?.(at)
    await limits.deleteExpired(at)
  }

  return {
    /** Returns all data stored about the viewer. */
    async exportOf(viewer: Member): Promise<MemberExport> {
      await limits.take('dataExport', viewer.id)
      const member = await store.find(viewer.id)
      if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
      const parts = await Promise.all(hooks.personalData().map((data) => data.export?.(personOf(member)) ?? {}))
      return { exportedAt: now().toISOString(), ...merge(parts) } as MemberExport
    },

    deleteExpiredAt,
    /** Deletes data past its retention period. */
    deleteExpired: async (): Promise<void> => deleteExpiredAt(await retention.surelyPassed()),
  }
}
