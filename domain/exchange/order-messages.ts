// Messages of the API about requests. Must not import zod: browsers load this file.
import { formatPrice } from '#domain/base/money.ts'

export const ORDER_MESSAGES = {
  notFound: 'Questa richiesta non esiste.',
  // Verbatim from the specification.
  needsAd: 'Per poter conttatare il offerente serve avere un prodotto in vetrina.',
  ownListing: 'Questo annuncio è tuo: non puoi farne richiesta.',
  listingUnavailable: 'Uno degli annunci non è più in vetrina: toglilo dal carrello.',
  oneAtATime: 'Servizi, eventi e proposte si chiedono uno alla volta.',
  addressRequired: 'Scrivi dove consegnare.',
  accepted: 'Siete d’accordo.',
  proposed: 'Proposta inviata.',
  paid: 'Pagamento registrato.',
  handedOver: 'Consegna segnata: ora tocca a chi riceve confermare.',
  delivered: 'Consegna registrata.',
  removed: 'Richiesta cancellata.',
  cancelled: 'Richiesta chiusa.',
  returning: 'I VAL tornano a chi li ha trasferiti: quando sono arrivati la richiesta si chiude.',
  concluded: 'Richiesta conclusa.',
  undone: 'Conferma annullata.',
  problemOpened: 'L’associazione ora lo sa: legge la richiesta e i messaggi, e vi scrive.',
  problemWithdrawn: 'Il problema è ritirato: la richiesta prosegue.',
  settled: 'Fatto: entrambe le persone ricevono il motivo.',
  notAgreedYet: 'Prima dovete mettervi d’accordo: questa richiesta non è ancora accettata.',
  alreadyAgreed: 'Su questa richiesta siete già d’accordo.',
  notYourTurn: 'La proposta è tua: ora tocca all’altra persona rispondere.',
  aboveCeiling: 'Chi cerca ha indicato un massimo: la somma non può superarlo.',
  inRing: 'Questa richiesta fa parte di un anello: le somme sono già decise per tutti.',
  alreadyPaid: 'Questa richiesta risulta già pagata.',
  notPaidYet: 'Questa richiesta non risulta ancora pagata.',
  alreadyHandedOver: 'Questa richiesta risulta già consegnata a mano: se c’è un problema segnalalo dalla sua pagina.',
  notHandedOverYet: 'Questa richiesta non risulta ancora consegnata.',
  alreadyDelivered: 'Questa richiesta risulta già consegnata.',
  alreadyConcluded: 'Questa richiesta è già conclusa.',
  alreadyCancelled: 'Questa richiesta è stata chiusa.',
  alreadyExpired: 'Questa richiesta è scaduta senza risposta.',
  notDeliveredYet: 'Questa richiesta non risulta ancora consegnata.',
  nobodyPays: 'Per questa richiesta nessuno paga.',
  notConcluded: 'Questa richiesta si chiude con la consegna.',
  eventNotOver: 'L’evento non è ancora finito: la partecipazione si conclude da sola dopo.',
  valMoved: 'Per questa richiesta sono già stati trasferiti dei VAL: chi li ha ricevuti può restituirli.',
  transferPending: 'Il trasferimento dei VAL è in corso di conferma: riprova tra poco.',
  deliveredForVal:
    'Per questa richiesta sono stati trasferiti dei VAL: la conferma della consegna non si può annullare.',
  tooLateToUndo: 'Si può togliere il segno solo entro 24 ore.',
  alreadyReturned: 'I VAL di questa richiesta sono già stati restituiti.',
  nothingToReturn: 'Per questa richiesta non ci sono VAL da restituire.',
  payeeLacksVal: 'Chi ha ricevuto i VAL non li ha più tutti nel portafoglio: non si possono restituire.',
  payerLacksVal: 'Chi aveva riavuto i VAL non li ha più tutti nel portafoglio: non si possono spostare di nuovo.',
  payeeHasLeft: 'Chi aveva ricevuto i VAL ha lasciato la piazza: restano a chi li ha riavuti.',
  paidNotRemovable: 'Una richiesta pagata non si può cancellare.',
  settledByAssociation: 'Su questa richiesta l’associazione ha deciso: resta, con il motivo della decisione.',
  problemOpen: 'Per questa richiesta c’è già un problema aperto: l’associazione lo sta guardando.',
  noProblem: 'Per questa richiesta non c’è un problema aperto.',
  outcomeNeedsDecision: 'Qui sono stati trasferiti dei VAL: scegli se tornano a chi li ha pagati o restano dove sono.',
  mailEmpty: 'Scrivi il messaggio per l’offerente.',
  mailAlreadySent: 'Per questa richiesta hai già usato la seconda e-mail: continua tra i messaggi.',
  recipientDeleted: 'Questa persona non è più iscritta.',
  recipientUnreachable: 'Questa persona in questo momento non si può raggiungere.',
  // These two do not reveal a block.
  secondMailNotSent: 'L’e-mail non è partita: in questo momento questa persona non riceve messaggi da qui.',
  reminderNotSent: 'Il promemoria non è partito: in questo momento questa persona non riceve messaggi da qui.',
  toldByDesk: 'Questa persona non ha un’e-mail e risponde dallo sportello: lo sportello lo vede e la avvisa.',
  notYourWallet: 'Puoi pagare solo dal tuo portafoglio.',
  nothingToPay: 'Per questi annunci non ci sono VAL da pagare.',
  ownerPays: 'Qui paga chi cerca: rispondi, e i VAL li trasferisce chi ha pubblicato l’annuncio.',
  withoutWallet: 'Questa persona non ha un portafoglio VAL: accordatevi per un altro pagamento.',
  paymentNotFound: 'Questo pagamento non esiste.',
  paymentNotUnclaimed: 'Questo pagamento ha già una richiesta o sta per averla: i VAL si restituiscono da lì.',
} as const

/** `total` as "3 VAL + 2,50 €". */
export const totalChanged = (total: string): string =>
  `Il totale è cambiato: adesso è ${total}. Non è stato trasferito né inviato niente: ricarica la pagina e controlla.`

export const termsChanged = (terms: { val: number; euro: number }): string =>
  `La proposta è cambiata: adesso è ${formatPrice(terms)}. Guardala e rispondi di nuovo.`

export const noPlacesLeft = (name: string): string => `Per «${name}» non ci sono più posti.`

export const soldOut = (name: string, left: number): string =>
  left === 0 ? `«${name}» non è più disponibile.` : `Di «${name}» ne ${left === 1 ? 'resta' : 'restano'} solo ${left}.`

/** Verbatim from the specification. */
export const onlyFrom = (sellerName: string): string => `Can't Add To Cart. Buy only from ${sellerName} in this order`

/** A limit per day that grows by `more` with each finished exchange; 0 if it has stopped growing. */
type StrangerLimit = { times: number; more: number; again: string }

const whatLifts = ({ more }: StrangerLimit): string =>
  more > 0 ? ` Il limite sale di ${more} al giorno con ogni scambio che concludi.` : ''

const strangerText = (what: string, limit: StrangerLimit): string =>
  `Contro lo spam c’è un limite con le persone con cui non hai ancora concluso uno scambio: ${what}. ` +
  `Puoi riprovare ${limit.again}.${whatLifts(limit)}`

/** Why a request or message to a member without a finished exchange is refused, when the next one is possible, what lifts the limit. */
export const STRANGER_TEXTS = {
  requestToStranger: (limit: StrangerLimit): string =>
    strangerText(limit.times === 1 ? 'una richiesta al giorno' : `${limit.times} richieste al giorno`, limit),
  messageToStranger: (limit: StrangerLimit): string =>
    strangerText(limit.times === 1 ? 'un messaggio al giorno' : `${limit.times} messaggi al giorno`, limit),
}
