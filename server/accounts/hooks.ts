import type { Member } from '#domain/accounts/access.ts'
import type { Hundredths } from '#domain/base/money.ts'
import type { Section } from '#domain/market/listings.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

/** What accounts need of the areas above; server/services.ts connects them. */
export type AccountHooks = {
  wallet: {
    make(memberId: string): { account: string; sealedKey: Buffer }
    /** The private key, unencrypted. */
    reveal(memberId: string, sealedKey: Uint8Array): string
    /** Stores the transfer of the welcome gift; idempotent. */
    welcome(tx: Queries, memberId: string, account: string, amount: Hundredths): Promise<void>
    /** In hundredths of VAL, not cached; fails while the chain is unreachable. */
    readBalance(memberId: string): Promise<number>
    /** Whether transfers from or to an account are under way. */
    hasOpenTransfers(tx: Queries, account: string): Promise<boolean>
  }
  /** Returns the ids of the transfers that have failed. */
  failedTransfers(ids: string[], tx?: Queries): Promise<ReadonlySet<string>>
  /** A member who can receive VAL from the viewer, named in a field of the body; refused with the reason. */
  findPayee(text: string, viewer: Member, field: 'to' | 'from'): Promise<{ id: string }>
  listings: {
    hasNonDraft(memberId: string): Promise<boolean>
    setHidden(tx: Queries, memberId: string, isHidden: boolean): Promise<void>
    addImported(tx: Queries, drafts: { sellerId: string; name: string; section: Section }[], at: Date): Promise<void>
  }
  /** A logo must be a JPEG that the member uploaded, or empty. */
  setLogo(tx: Queries, memberId: string, url: string): Promise<void>
  /** Records that a new member has accepted the terms. */
  acceptTerms(tx: Queries, memberId: string): Promise<void>
  requests: {
    countOpen(memberId: string): Promise<number>
    /** The other members of open requests and rings: they are told of a deletion, and locked before it. */
    partners(tx: Queries, memberId: string): Promise<string[]>
  }
  rings: {
    /** Members to lock before the rings of one or of two members end; no ring is proposed meanwhile. */
    mates(tx: Queries, memberId: string, otherId?: string): Promise<string[]>
    endBetween(tx: Queries, memberId: string, otherId: string): Promise<void>
  }
  /** Of every subject, in the order in which rows are locked. */
  personalData(): PersonalData[]
}
