import { suspensionTerm } from '#domain/accounts/suspension.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasBegun, mustStayOpen, otherParty } from '#domain/exchange/orders.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { orderRef } from '#server/talk/references/references.ts'

const whatIsPossible = (order: OrderView): string => {
  if (mustStayOpen(order))
    return 'Per questa richiesta sono stati trasferiti dei VAL: messaggi e passi restano aperti finché non si conclude. Se qualcosa non va, dillo all’associazione dalla sua pagina.'
  return hasBegun(order)
    ? 'Per questa richiesta qualcosa è già passato di mano: se qualcosa non va, dillo all’associazione dalla sua pagina.'
    : 'Nel frattempo non può accettare, proporre né pagare: puoi aspettare o chiudere la richiesta dalla sua pagina.'
}

type Parts = { orders: OrdersService; members: MembersService; notices: Notices }

/** Tells the other parties of a member's open requests that the member is suspended. */
export const makeSuspensionNotices = ({ orders, members, notices }: Parts) => ({
  /** To be locked before the suspension. */
  partners: orders.othersInOpen,

  async tell(tx: Queries, memberId: string, until: Date | null): Promise<void> {
    for (const id of await orders.lockOpen(tx, memberId)) {
      const order = await orders.read(id, tx)
      if (!order) continue
      const toId = otherParty(order, memberId)
      const contacts = await members.contacts(tx, [memberId, toId])
      const [suspended, to] = [contacts.get(memberId), contacts.get(toId)]
      if (!suspended || !to) continue
      const content = {
        subject: `L’account di ${suspended.shownName} è sospeso`,
        greeting: `Ciao ${to.shownName},`,
        paragraphs: [
          `l’account di ${suspended.shownName}, con cui hai una richiesta aperta (${orderRef(order._id)}), è sospeso ${suspensionTerm(until)}.`,
          whatIsPossible(order),
        ],
        action: { label: 'Vai alla richiesta', path: `/order/${id}` },
      }
      await notices.tell(tx, {
        member: toId,
        kind: 'step',
        text: content.subject,
        link: `/order/${id}`,
        mail: { content },
      })
    }
  },
})
export type SuspensionNotices = ReturnType<typeof makeSuspensionNotices>
