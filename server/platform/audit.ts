import type { Role } from '#domain/accounts/access.ts'
import type { ConsentView } from '#domain/accounts/privacy.schema.ts'
import type { TreasuryAction } from '#domain/val/treasury.ts'
import type { Page } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'

// The consent log and the audit log as the areas use them. server/association/audit stores and shows both.

export type ConsentEntry = {
  /** `member:<id>` or `subscriber:<id>`, so that the log identifies no one after a deletion. */
  subject: string
  purpose: 'privacy' | 'newsletter' | 'terms'
  textVersion: string
  event: 'asked' | 'confirmed' | 'withdrawn'
}
export type AuditEntry = {
  actor: string | null
  action: string
  subject: string
  /** May name changed fields but never contain personal values. */
  details?: Record<string, string | number | boolean | string[]>
}
export type AuditRow = {
  id: number
  at: Date
  actor: string | null
  action: string
  subject: string
  details: Record<string, unknown>
}
/** With the names of the actor and of the member that the entry is about. */
export type NamedAuditRow = Omit<AuditRow, 'actor'> & {
  actorId: string | null
  actor: string | null
  role: Role | null
  about: string | null
}
/** Which entries: of an actor, about a subject, of a session, or whose action begins so. */
export type AuditSelection = { action?: string; actor?: string; subject?: string; session?: string; since?: Date }

export type Audit = {
  /** Logs that a consent was requested, given or withdrawn, with the current version of its text. */
  consent(entry: Omit<ConsentEntry, 'textVersion'> & { purpose: 'privacy' | 'newsletter' }, tx?: Queries): Promise<void>
  /** For texts that are stored: the caller gives the version. */
  consentTo(entry: ConsentEntry, tx?: Queries): Promise<void>
  consentsOf(subject: string): Promise<ConsentView[]>
  /** Logs an action on an account. */
  record(entry: AuditEntry, tx?: Queries): Promise<void>
  /** As record; returns the id of the entry, to which a later one may refer. */
  recordWithId(entry: AuditEntry): Promise<number>
  /** Whether there is an entry with these details, among others. */
  has(action: string, details: NonNullable<AuditEntry['details']>): Promise<boolean>
  /** Oldest first. */
  where(selection: AuditSelection, tx?: Queries): Promise<NamedAuditRow[]>
  /** A page of the entries with these actions, newest first. */
  ofActions(actions: readonly TreasuryAction[], page: Page): Promise<{ rows: AuditRow[]; total: number }>
}
