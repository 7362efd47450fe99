import { dative } from '#domain/accounts/names.ts'
import { nextText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasBegun, isOpen, otherParty } from '#domain/exchange/orders.ts'
import { type RingTerms, ringPaymentText } from '#domain/exchange/rings.ts'
import { type Correspondent, contactLines } from '#server/exchange/orders/mails.ts'
import { withNameRefs } from '#server/exchange/orders/name-refs.ts'
import type { RingPartRow } from '#server/exchange/rings/store.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { listingRef, nameRef, orderRef } from '#server/talk/references/references.ts'

type Person = Correspondent & { id: string }
type Part = RingPartRow & { terms: RingTerms }
/** What a ring means for one of its members. */
export type Share = {
  to: Person
  gives: Part
  receives: Part
  members: number
  /** The members of the ring who have not left. */
  contacts: ReadonlyMap<string, Person>
}

/** Its owner may have deleted the listing meanwhile. */
export const titleOf = ({ offerId, offerName }: RingPartRow): string => (offerId ? listingRef(offerId) : offerName)

const ringMail = ({ to }: Share, subject: string, paragraphs: string[]): MailContent => ({
  subject,
  greeting: `Ciao ${to.shownName},`,
  paragraphs,
  action: { label: 'Vai all’anello', path: '/anelli' },
})

const withContacts = (text: string, person: Person | undefined): string =>
  [text, ...(person ? contactLines(person) : [])].join('\n')

/** In a ring of two both things are exchanged with the same person. */
const partners = ({ gives, receives, contacts }: Share): string[] => {
  const [receiver, giver] = [contacts.get(gives.receiverId), contacts.get(receives.giverId)]
  const given = `Dai «${titleOf(gives)}» ${dative(nameRef(gives.receiverId))}`
  if (gives.receiverId === receives.giverId)
    return [withContacts(`${given} e ricevi «${titleOf(receives)}».`, receiver)]
  return [
    withContacts(`${given}.`, receiver),
    withContacts(`Ricevi «${titleOf(receives)}» da ${nameRef(receives.giverId)}.`, giver),
  ]
}

const payments = ({ gives, receives }: Share): string[] => {
  const names = new Map([
    [gives.receiverId, nameRef(gives.receiverId)],
    [receives.giverId, nameRef(receives.giverId)],
  ])
  const texts = [gives, receives].flatMap(({ terms }) => ringPaymentText(terms, (id) => names.get(id)) ?? [])
  return texts.length > 0
    ? [texts.map((text) => `${text}.`).join('\n')]
    : ['Quello che dai e quello che ricevi valgono lo stesso: tu non paghi e nessuno ti paga.']
}

/** To each member, when all have accepted. */
export const agreedMail = (share: Share): MailContent => ({
  ...ringMail(share, `L’anello è fatto: dai «${titleOf(share.gives)}» e ricevi «${titleOf(share.receives)}»`, [
    `avete accettato tutti: l’anello di ${share.members} persone è fatto.`,
    ...partners(share),
    ...payments(share),
    'Accordatevi su dove e quando. Poi ognuno segna nella pagina della sua richiesta che cosa ha consegnato e ricevuto: così tutti vedono a che punto è l’anello.',
  ]),
  notes: ['Se qualcuno chiude una delle richieste, l’anello si scioglie per tutti.'],
})

const reasonOf = ({ cancelReason }: OrderView): string => (cancelReason ? ` Il motivo: ${cancelReason}` : '')

const endedText = (order: OrderView, { to, contacts }: Share): string => {
  const other = otherParty(order, to.id)
  if (order.state === 'expired') return 'la richiesta è scaduta.'
  if (order.settled) return `l’associazione ha chiuso la richiesta.${reasonOf(order)}`
  if (!contacts.has(other)) return 'l’altra persona ha lasciato la piazza, e la richiesta è chiusa.'
  if (order.cancelledBy === to.id) return 'hai chiuso tu la richiesta.'
  return `${contacts.get(other)?.shownName} ha chiuso la richiesta.${reasonOf(order)}`
}

const leftText = (order: OrderView | undefined, isClosed: boolean, share: Share): string => {
  if (!order) return 'l’amministrazione ha cancellato la richiesta.'
  if (isClosed) return 'la richiesta si chiude con l’anello, perché non era ancora successo niente.'
  if (order.state === 'delivered') return 'lo scambio è già fatto, e resta fatto.'
  if (!isOpen(order)) return endedText(order, share)
  const open = hasBegun(order) ? 'è già cominciata, quindi la richiesta resta aperta.' : 'la richiesta resta aperta.'
  return [open, nextText(withNameRefs(order), share.to.id)].filter((text) => text !== undefined).join(' ')
}

/** To each member, when a request of an agreed ring has ended. `orders` as they were before, `closed` those closed with it. */
export const brokenMail = (share: Share, orders: OrderView[], closed: ReadonlySet<string>): MailContent => {
  const { gives, receives, members, contacts } = share
  const own = [gives, receives].map(({ orderId }) => orders.find(({ _id }) => _id === orderId))
  const lineOf = (part: Part, order: OrderView | undefined, person: string): string => {
    const name = `«${titleOf(part)}»${person}`
    return `${name}: ${leftText(order, order !== undefined && closed.has(order._id), share)}`
  }
  const [receiver, giver] = [contacts.get(gives.receiverId), contacts.get(receives.giverId)]
  const goesOn = own.some((order) => order && !closed.has(order._id) && (isOpen(order) || order.state === 'delivered'))
  return ringMail(share, `L’anello con «${titleOf(gives)}» si è sciolto`, [
    `una delle richieste dell’anello di ${members} persone si è chiusa, e così l’anello si è sciolto per tutti.`,
    lineOf(gives, own[0], receiver ? `, per ${receiver.shownName}` : ''),
    lineOf(receives, own[1], giver ? `, da ${giver.shownName}` : ''),
    ...(goesOn
      ? [
          'Se per te qualcosa non torna, scrivilo con «Qualcosa non va» nella pagina della richiesta: l’associazione vi aiuta a rimediare.',
        ]
      : []),
  ])
}

/** To each member, when all have received. `ended` are the «Cerco» listings that were closed with it. */
export const doneMail = (share: Share, orders: OrderView[], ended: ReadonlySet<string>): MailContent => {
  const { gives, receives, members } = share
  const received = orders.find(({ _id }) => _id === receives.orderId)
  const review = received && !received.reviewedAt && receives.offerId
  return {
    ...ringMail(share, `L’anello è concluso: hai dato «${titleOf(gives)}» e ricevuto «${titleOf(receives)}»`, [
      `tutti hanno ricevuto quello che aspettavano: l’anello di ${members} persone è concluso.`,
      ...(receives.wantedId && ended.has(receives.wantedId)
        ? [
            `Hai trovato quello che cercavi, quindi abbiamo chiuso il tuo annuncio «${receives.wantedName}». Se ti serve ancora, riaprilo dai tuoi annunci.`,
          ]
        : []),
    ]),
    ...(review
      ? {
          list: {
            title: 'Com’è andata?',
            entries: [{ label: `Recensisci «${orderRef(received._id)}»`, path: `/product/${review}#recensioni` }],
          },
        }
      : {}),
  }
}
