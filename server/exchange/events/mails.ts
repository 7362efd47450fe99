import { dative } from '#domain/accounts/names.ts'
import { formatEventTime } from '#domain/market/events.ts'
import type { EventDetails } from '#server/market/hooks.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { orderRef } from '#server/talk/references/references.ts'

type Recipient = { shownName: string }

const timeOf = ({ startsAt, endsAt }: EventDetails): string =>
  startsAt && endsAt ? formatEventTime(startsAt.toISOString(), endsAt.toISOString()) : 'da definire'
const placeOf = ({ place }: EventDetails): string => place || 'da definire'

export const isSameEvent = (one: EventDetails, other: EventDetails): boolean =>
  timeOf(one) === timeOf(other) && one.place === other.place

const changedLine = (label: string, after: string, before: string): string =>
  after === before ? `${label}: ${after}` : `${label}: ${after} (prima: ${before})`

const toRequest = (orderId: string) => ({ label: 'Vai alla partecipazione', path: `/order/${orderId}` })

/** To a participant, when the time or place of the event has changed. */
export const movedMail = (
  to: Recipient,
  { orderId, before, after }: { orderId: string; before: EventDetails; after: EventDetails },
): MailContent => ({
  subject: `È cambiato l’evento «${orderRef(orderId)}»`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `l’evento «${orderRef(orderId)}», a cui partecipi, è cambiato:`,
    [changedLine('Quando', timeOf(after), timeOf(before)), changedLine('Dove', placeOf(after), placeOf(before))].join(
      '\n',
    ),
    'Se non puoi più venire, annulla la partecipazione dalla sua pagina.',
  ],
  action: toRequest(orderId),
})

/** To a participant, when the listing was deleted or is no longer an event. */
export const withdrawnMail = (to: Recipient, owner: string, orderId: string): MailContent => ({
  subject: `L’evento «${orderRef(orderId)}» non è più in vetrina`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `l’evento «${orderRef(orderId)}», a cui partecipi, è stato tolto dalla vetrina.`,
    `Prima di andarci, chiedi ${dative(owner)} se si fa ancora.`,
  ],
  action: toRequest(orderId),
})

/** To a participant, after the event. */
export const overMail = (
  to: Recipient,
  { orderId, listingId }: { orderId: string; listingId: string | null },
): MailContent => ({
  subject: `Com’è andato l’evento «${orderRef(orderId)}»?`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `l’evento «${orderRef(orderId)}» è finito: la tua partecipazione è conclusa.`,
    ...(listingId ? ['Com’è andata? Una recensione aiuta chi viene dopo di te.'] : []),
  ],
  action: listingId ? { label: 'Scrivi una recensione', path: `/product/${listingId}#recensioni` } : toRequest(orderId),
})

/** To the owner, after the event: one mail for all participants. `orderId` is one of their requests. */
export const ownerOverMail = (
  { orderId, listingId }: { orderId: string; listingId: string | null },
  to: Recipient,
  count: number,
): MailContent => ({
  subject: `Il tuo evento «${orderRef(orderId)}» è finito`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    count === 1
      ? `il tuo evento «${orderRef(orderId)}» è finito: la partecipazione di una persona è conclusa.`
      : `il tuo evento «${orderRef(orderId)}» è finito: le partecipazioni di ${count} persone sono concluse.`,
    ...(listingId ? ['Abbiamo chiesto una recensione a chi ha partecipato.'] : []),
  ],
  action: { label: 'Vai alle partecipazioni', path: '/orderlist/seller' },
})
