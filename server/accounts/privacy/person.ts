import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { Person } from '#server/platform/personal-data.ts'

/** An address that was never verified may be another person's. */
export const personOf = ({ id, verified, email, pendingEmail }: MemberRow, balance?: number): Person => ({
  id,
  balance,
  emails: verified ? [email, ...(pendingEmail ? [pendingEmail] : [])] : [],
})
