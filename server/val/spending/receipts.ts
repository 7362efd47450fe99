import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { dative } from '#domain/accounts/names.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { Explain } from '#server/val/wallet/movement-texts.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

const RECHECK_MS = 5_000
const MOVEMENTS = '/portafoglio#movimenti'

type Parts = {
  transaction: Database['transaction']
  wallet: WalletService
  members: MembersService
  notices: Notices
  explain: Explain
  now: () => Date
}

type Receipt = { id: string; payeeId: string; isDecided?: boolean }

/** Confirms to a member, by notice and mail, VAL that have left the member's wallet. */
export const makeReceipts = ({ transaction, wallet, members, notices, explain, now }: Parts) => ({
  /** Tells once; `isDecided` if not the member but the association has sent the VAL. While the transfer is not final, adds the job again with a delay; a failure is told with what it was for. */
  async send({ id, payeeId, isDecided = false }: Receipt): Promise<void> {
    const {
      about = '',
      detail = about && `: ${about}`,
      verb = 'mandato',
      link = '',
    } = (await explain([id])).get(id) ?? {}
    await transaction(async (tx) => {
      const [progress] = await wallet.progressOf([id], tx)
      if (!progress || progress.state === 'failed') return
      if (progress.state !== 'confirmed')
        return jobs.add(tx, 'send-receipt', { id, payeeId, isDecided }, { delayMs: RECHECK_MS })
      const { payerId, amount } = await wallet.sentBy(tx, id)
      const contacts = await members.contacts(tx, [payerId, payeeId])
      if (!contacts.has(payerId) || !(await wallet.claimReceipt(tx, id, now()))) return
      const to = dative(contacts.get(payeeId)?.shownName ?? DELETED_MEMBER_NAME)
      const val = formatPrice({ val: fromHundredths(amount) })
      const sent = isDecided ? `L’associazione ha ${verb} ${val} dal tuo portafoglio` : `Hai ${verb} ${val}`
      const text = `${sent} ${to}${detail}.`
      await notices.tell(tx, { member: payerId, kind: 'payment', text, link: link || MOVEMENTS })
    })
  },
})
