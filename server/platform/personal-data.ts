import type { MemberExport } from '#domain/member-export.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** The member whose data is exported or erased. */
export type Person = {
  id: string
  /** Only verified ones: an address that was never verified may belong to another person. */
  emails: string[]
  /** Of the wallet, in hundredths of VAL, read before the transaction that erases; undefined if the chain did not answer. */
  balance?: number | undefined
}

/** What a module stores about members, and how to export and erase it. */
export type PersonalData = {
  /** Its tables that refer to members; server/accounts/privacy/personal-data.test.ts compares them with the foreign keys. */
  tables: readonly string[]
  /** The module's part of the data export for the member. */
  export?: (person: Person) => Promise<Partial<MemberExport>>
  /** Deletes the rows, or anonymises those that other members need. */
  erase?: (tx: Queries, person: Person) => Promise<void>
  /** Deletes what is past its retention period at this moment; idempotent, so that any instance may run it. */
  deleteExpired?: (at: Date) => Promise<unknown>
}
