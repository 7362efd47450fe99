import type { Member } from '#domain/accounts/access.ts'
import type { DeskThing } from '#domain/accounts/desk-acts.ts'
import type { Hundredths } from '#domain/base/money.ts'
import type { Call } from '#domain/calls.ts'
import type { Section } from '#domain/market/listings.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type TransactionState = 'intended' | 'signed' | 'confirmed' | 'failed'

/** What this area needs from areas that depend on it; server/services.ts connects them. */
export type AccountHooks = {
  wallet: {
    make(memberId: string): { account: string; sealedKey: Buffer }
    /** Returns the decrypted private key. */
    reveal(memberId: string, sealedKey: Uint8Array): string
    /** Stores the transfer of the welcome gift; idempotent. */
    welcome(tx: Queries, memberId: string, account: string, amount: Hundredths): Promise<void>
    /** Returns the transfer of the welcome gift, if it was stored. */
    welcomed(memberId: string, tx?: Queries): Promise<{ amount: Hundredths; state: TransactionState } | undefined>
    /** Reads the balance from the chain, in hundredths of VAL, without a cache; rejects while the chain is unreachable. */
    readBalance(memberId: string): Promise<number>
    /** Whether transfers from or to the account are not final yet. */
    hasOpenTransfers(tx: Queries, account: string): Promise<boolean>
    findAccount(memberId: string): Promise<string | undefined>
    /** The number of the account's last recorded movement. */
    lastMovement(account: string, tx?: Queries): Promise<number>
  }
  /** Returns the ids of the transfers that have failed. */
  failedTransfers(ids: string[], tx?: Queries): Promise<ReadonlySet<string>>
  /** What a call of the desk for the member was about; `id` is of what it touched or made. */
  deskThing(call: Call, id: string, memberId: string): Promise<DeskThing | undefined>
  /** Finds the member named in `field` of the body; throws with a reason if that member cannot receive VAL from the viewer. */
  findPayee(text: string, viewer: Member, field: 'to' | 'from'): Promise<{ id: string }>
  listings: {
    hasNonDraft(memberId: string): Promise<boolean>
    setHidden(tx: Queries, memberId: string, isHidden: boolean): Promise<void>
    addImported(tx: Queries, drafts: { sellerId: string; name: string; section: Section }[], at: Date): Promise<void>
  }
  /** The URL must be that of a JPEG that the member uploaded, or empty. */
  setLogo(tx: Queries, memberId: string, url: string): Promise<void>
  /** Records that a new member has accepted the terms. */
  acceptTerms(tx: Queries, memberId: string): Promise<void>
  requests: {
    countOpen(memberId: string): Promise<number>
    /** Returns the other members of open requests and rings. Lock them before a deletion, which notifies them. */
    partners(tx: Queries, memberId: string): Promise<string[]>
  }
  rings: {
    /**
     * Returns the members to lock before the rings of one member, or those that two members share, end. No ring is
     * proposed until the transaction ends.
     */
    mates(tx: Queries, memberId: string, otherId?: string): Promise<string[]>
    endBetween(tx: Queries, memberId: string, otherId: string): Promise<void>
  }
  /** Ends what two members ask each other for, without telling them. */
  endValRequestsBetween(tx: Queries, memberId: string, otherId: string): Promise<void>
  /** Returns the handlers of all modules, in the order in which their rows are locked. */
  personalData(): PersonalData[]
}
