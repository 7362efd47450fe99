import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { NewSynonymGroup, SynonymGroup } from '#domain/market/synonyms.schema.ts'
import { MAX_SYNONYM_GROUPS, SYNONYM_MESSAGES } from '#domain/market/synonyms.ts'
import type { SynonymsStore } from '#server/market/synonyms/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

type Parts = { store: SynonymsStore; audit: Audit }

/** Groups of words that the search treats as equal. Only admins change them. */
export const makeSynonyms = ({ store, audit }: Parts) => ({
  list: async (): Promise<SynonymGroup[]> => (await store.groups()).map(({ id, ...group }) => ({ _id: id, ...group })),

  add: ({ words }: NewSynonymGroup, viewer: Member): Promise<SynonymGroup> =>
    store.transaction(async (tx) => {
      if ((await store.countAdded(tx)) >= MAX_SYNONYM_GROUPS) throw new AppError('conflict', SYNONYM_MESSAGES.tooMany)
      const id = await store.add(tx, words)
      if (!id) throw new AppError('invalid', SYNONYM_MESSAGES.tooFew)
      const details = { words: words.join(', ') }
      await audit.record({ actor: viewer.id, action: 'synonyms.add', subject: id, details }, tx)
      await jobs.add(tx, 'resolve-searches', {}, { key: 'resolve-searches' })
      return { _id: id, words, builtIn: false }
    }),

  remove: (id: string, viewer: Member): Promise<void> =>
    store.transaction(async (tx) => {
      const words = await store.remove(tx, id)
      if (!words) throw new AppError('notFound', SYNONYM_MESSAGES.notFound)
      const details = { words: words.join(', ') }
      await audit.record({ actor: viewer.id, action: 'synonyms.remove', subject: id, details }, tx)
      await jobs.add(tx, 'resolve-searches', {}, { key: 'resolve-searches' })
    }),
})
