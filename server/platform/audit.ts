import type { Role } from '#domain/accounts/access.ts'
import type { ConsentView } from '#domain/accounts/privacy.schema.ts'
import type { AuditAction } from '#domain/association/audit.ts'
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
  action: AuditAction
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
/** Includes the names of the actor and of the member that the entry is about. */
export type NamedAuditRow = Omit<AuditRow, 'actor'> & {
  actorId: string | null
  actor: string | null
  role: Role | null
  about: string | null
}
/** Filters; `action` is a prefix. */
export type AuditSelection = { action?: string; actor?: string; subject?: string; session?: string; since?: Date }

export type Audit = {
  /** Logs that a consent was requested, given or withdrawn, with the current version of its text. */
  consent(entry: Omit<ConsentEntry, 'textVersion'> & { purpose: 'privacy' | 'newsletter' }, tx?: Queries): Promise<void>
  /** For texts with stored versions: the caller passes the version. */
  consentTo(entry: ConsentEntry, tx?: Queries): Promise<void>
  consentsOf(subject: string): Promise<ConsentView[]>
  record(entry: AuditEntry, tx?: Queries): Promise<void>
  /** Returns the id of the entry, for later entries that refer to it. */
  recordWithId(entry: AuditEntry): Promise<number>
  /** Whether an entry contains these details; it may have others. */
  has(action: AuditAction, details: NonNullable<AuditEntry['details']>): Promise<boolean>
  /** Oldest first. */
  where(selection: AuditSelection, tx?: Queries): Promise<NamedAuditRow[]>
  /** A page of the entries with these actions, newest first. */
  ofActions(actions: readonly TreasuryAction[], page: Page): Promise<{ rows: AuditRow[]; total: number }>
}
