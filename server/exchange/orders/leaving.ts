import { randomUUID } from 'node:crypto'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { otherParty } from '#domain/exchange/orders.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { isActive, type Payment, type PaymentsService } from '#server/exchange/payments/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Person, PersonalData } from '#server/platform/personal-data.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { orderRef } from '#server/talk/references/references.ts'
import type { Spending } from '#server/val/spending/service.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

type Parts = {
  orders: OrdersService
  payments: PaymentsService
  wallet: WalletService
  spending: Spending
  closing: Closing
  notices: Notices
  members: MembersService
}

const REASON = 'Account cancellato.'

/** Does not name the deleted member. */
const leftMail = (order: OrderView, to: Correspondent, aboutVal: string[]): MailContent => ({
  subject: `Richiesta chiusa: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `la richiesta per «${orderRef(order._id)}» è chiusa: l’altra persona ha lasciato la piazza.`,
    ...aboutVal,
  ],
  action: { label: 'Vai alla richiesta', path: `/order/${order._id}` },
})

/** Closes the open requests of a member whose account is about to be deleted. */
export const makeLeaving = ({ orders, payments, wallet, spending, closing, notices, members }: Parts) => {
  /** Transfers the VAL of an order that was not delivered back to the payer; false if that is not possible. */
  const giveBack = async (tx: Queries, { id, payerId, payeeId, amount }: Payment, balance: Hundredths) => {
    const [locked, from, to] = [
      await payments.lock(tx, id),
      await wallet.findWallet(payeeId, tx),
      await wallet.findAccount(payerId, tx),
    ]
    if (!locked || !from || !to || amount > balance) return false
    const transfer = { key: `return:${randomUUID()}`, from, to, amount }
    await payments.giveBack(tx, locked, await spending.intendWithoutPayer(tx, payerId, transfer))
    return true
  }

  const closeOpen = async (tx: Queries, { id: memberId, balance }: Person): Promise<void> => {
    if (await payments.isWithoutOrder(tx, memberId)) throw new AppError('conflict', ACCOUNT_MESSAGES.transferOpen)
    let left = balance
    for (const id of await orders.lockOpen(tx, memberId)) {
      const order = await orders.read(id, tx)
      if (!order) continue
      const otherId = otherParty(order, memberId)
      const other = (await members.contacts(tx, [otherId])).get(otherId)
      const payment = await payments.ofOrder(id, tx)
      const aboutVal: string[] = []
      if (payment && isActive(payment)) {
        const val = formatPrice({ val: fromHundredths(payment.amount) })
        if (payment.payerId === memberId) aboutVal.push(`Quello che ti aveva trasferito (${val}) resta tuo.`)
        else {
          if (left === undefined) throw new AppError('unavailable', MESSAGES.chainUnavailable)
          const isReturned = other !== undefined && (await giveBack(tx, payment, left))
          if (isReturned) left -= payment.amount
          aboutVal.push(
            isReturned
              ? `Quello che avevi trasferito (${val}) ti viene restituito.`
              : `Quello che avevi trasferito (${val}) non è più nel suo portafoglio: scrivi all’associazione.`,
          )
        }
      }
      await closing.close(tx, order, { by: memberId, reason: REASON })
      // The job that breaks a ring tells all its members; what happens to VAL only the other party is told.
      if (!other || (order.ring && aboutVal.length === 0)) continue
      const content = leftMail(order, other, aboutVal)
      const kind = aboutVal.length > 0 ? 'payment' : 'step'
      await notices.tell(tx, {
        member: otherId,
        kind,
        text: content.subject,
        link: `/order/${id}`,
        mail: { content, isLast: true },
      })
    }
  }

  return {
    personalData: { tables: [], erase: closeOpen } satisfies PersonalData,
  }
}
