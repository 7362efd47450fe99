import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { makeRecipients } from '#server/val/transfers/recipients.ts'
import { makeValRequests } from '#server/val/transfers/requests.ts'
import { makeValRequestsStore } from '#server/val/transfers/requests-store.ts'
import { type MemberTransfersParts, makeMemberTransfers } from '#server/val/transfers/service.ts'
import { makeTransfersStore } from '#server/val/transfers/store.ts'

type Parts = Omit<MemberTransfersParts, 'store' | 'requests' | 'recipients'> & {
  db: Database
  members: Pick<MembersService, 'findRecipient'>
  acting: Pick<Acting, 'refuseVolunteerAsParty'>
}

/** VAL between members. */
export const makeTransferServices = ({ db, ...parts }: Parts) => {
  const { members, notices, blocks, acting, limits, idempotency, now } = parts
  const requestsStore = makeValRequestsStore(db)
  const areBlocked = (one: string, other: string) => blocks.areBlocked(db, one, other)
  const recipients = makeRecipients({ members, areBlocked, limits })
  const memberTransfers = makeMemberTransfers({
    store: makeTransfersStore(db),
    requests: requestsStore,
    recipients,
    ...parts,
  })
  const requestParts = { transfers: memberTransfers, recipients, members, notices, blocks, acting, limits, now }
  const valRequests = makeValRequests({ store: requestsStore, idempotency, ...requestParts })
  return { recipients, memberTransfers, valRequests }
}

/** For the deletion of an account: closes its requests of VAL and blanks the notes of its transfers. */
export const makeForgetTransfers = (db: Database) => async (tx: Queries, memberId: string) => {
  await makeValRequestsStore(db).closeAll(tx, memberId)
  await makeTransfersStore(db).blankNotes(tx, memberId)
}
