import type { Member } from '#domain/accounts/access.ts'
import type { MemberImport, MemberImportResult } from '#domain/accounts/member-import.schema.ts'
import { IMPORT_MESSAGES } from '#domain/accounts/member-import.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import { type ImportedPerson, readPeople } from '#server/accounts/import/import-rows.ts'
import { type ImportStore, skeletonOf } from '#server/accounts/import/store.ts'
import { refuseIfTaken } from '#server/accounts/members/uniqueness.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { RowError } from '#server/platform/csv/read.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

const BATCH = 500

type Parts = {
  store: ImportStore
  hooks: AccountHooks
  audit: Audit
  now: () => Date
}

/** Imports members from a file in one transaction, only if all rows are valid. A job mails the invitations. */
export const makeMemberImports = ({ store, hooks: { listings }, audit, now }: Parts) => {
  /** Returns an error for each person whose address or name is already taken. */
  const findTaken = async (people: ImportedPerson[]): Promise<RowError[]> => {
    const [emails, names] = await Promise.all([
      store.takenEmails(
        people.map(({ email }) => email),
        now(),
      ),
      store.takenNames(people.map(({ username }) => username)),
    ])
    return people.flatMap(({ row, email, username }): RowError[] => {
      if (emails.has(identityKey(email))) return [{ row, message: IMPORT_MESSAGES.emailTaken }]
      return names.has(skeletonOf(username)) ? [{ row, message: IMPORT_MESSAGES.usernameTaken }] : []
    })
  }

  /** Keeps one error for each row, ordered by row. */
  const inOrder = (errors: RowError[]): RowError[] =>
    [...new Map(errors.map((error) => [error.row, error])).values()].toSorted((one, other) => one.row - other.row)

  const storePeople = (people: ImportedPerson[], viewer: Member): Promise<void> =>
    store.transaction(async (tx) => {
      for (let from = 0; from < people.length; from += BATCH) {
        const batch = people.slice(from, from + BATCH)
        const ids = await store.addAll(tx, batch, now())
        const drafts = batch.flatMap((person) =>
          person.listings.map((listing) => ({ ...listing, sellerId: ids.get(person.email) ?? '' })),
        )
        if (drafts.length > 0) await listings.addImported(tx, drafts, now())
      }
      const details = { members: people.length }
      await audit.record({ actor: viewer.id, action: 'member.import', subject: 'members', details }, tx)
      await jobs.add(tx, 'send-invitations', {}, { key: 'send-invitations' })
    })

  return {
    async run({ csv, mapping = {}, dryRun }: MemberImport, viewer: Member): Promise<MemberImportResult> {
      const { people, errors, rows, ...columns } = readPeople(csv, mapping, skeletonOf)
      const result = { rows, errors: inOrder([...(await findTaken(people)), ...errors]), ...columns }
      if (!dryRun && result.errors.length === 0) await refuseIfTaken(storePeople(people, viewer))
      return result
    },
  }
}
