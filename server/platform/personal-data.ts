import type { MemberExport } from '#domain/member-export.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** The member whose data is exported or erased. */
export type Person = {
  id: string
  /** Verified ones: an address that was never verified may be another person's. */
  emails: string[]
}

/** How a subject handles what it stores about members. */
export type PersonalData = {
  /** Its tables that refer to members; server/accounts/privacy/personal-data.test.ts compares them with the foreign keys. */
  tables: readonly string[]
  /** Its parts of the member's own copy of the data. */
  export?: (person: Person) => Promise<Partial<MemberExport>>
  /** Deletes the rows, or removes from them what identifies the person where others need them. */
  erase?: (tx: Queries, person: Person) => Promise<void>
  /** Deletes what is past its retention period; idempotent, so that any instance may run it. */
  deleteExpired?: () => Promise<unknown>
}
