// Must not import zod: browsers load this file.
import type { Call, Calls } from '#domain/calls.ts'

type DeskCall = { [C in Call]: Calls[C] extends { atDesk: true } ? C : never }[Call]
export type DeskWrite = Exclude<DeskCall, `GET ${string}`>

/** The calls of the desk after which the balance is recorded. */
export const DESK_PAYMENTS: readonly Call[] = [
  'POST /api/payment',
  'POST /api/orders/:id/transfer',
  'POST /api/wallet/transfers',
  'POST /api/wallet/requests/:id/pay',
]

/** What an act of the desk was about, for receipts, weekly lists and the audit log. */
export type DeskThing = { thing?: string; person?: string; sum?: string }

/** "«Uova», con Bruno, 5 VAL". */
export const describeThing = ({ thing, person, sum }: DeskThing): string =>
  [thing && `«${thing}»`, person && `con ${person}`, sum].filter(Boolean).join(', ')

/** Names of the desk's actions in receipts, weekly lists and the audit log; null for calls that change nothing. */
export const DESK_ACTS: Record<DeskWrite, string | null> = {
  'PUT /api/users/upgrade/:userId': null,
  'POST /api/products': 'Nuovo annuncio in bozza',
  'PUT /api/products/:id': 'Annuncio salvato',
  'DELETE /api/products/:id': 'Annuncio cancellato',
  'POST /api/uploads/s3': 'Immagine caricata',
  'POST /api/orders': 'Richiesta inviata',
  'POST /api/payment': 'Pagamento avviato',
  'POST /api/orders/:id/accept': 'Richiesta accettata',
  'POST /api/orders/:id/propose': 'Altra somma proposta',
  'POST /api/orders/:id/handover': 'Consegna confermata',
  'DELETE /api/orders/:id/handover': 'Conferma della consegna annullata',
  'POST /api/orders/:id/problem': 'Problema segnalato all’associazione',
  'DELETE /api/orders/:id/problem': 'Problema ritirato',
  'PUT /api/orders/:id/pay': 'Pagamento confermato',
  'PUT /api/orders/:id/deliver': 'Ricevimento confermato',
  'DELETE /api/orders/:id/pay': 'Conferma del pagamento annullata',
  'DELETE /api/orders/:id/deliver': 'Conferma del ricevimento annullata',
  'POST /api/orders/:id/conclude': 'Richiesta conclusa',
  'POST /api/orders/:id/cancel': 'Richiesta chiusa',
  'POST /api/orders/:id/transfer': 'Pagamento di una richiesta avviato',
  'POST /api/rings/:id/answer': 'Risposta a un anello di scambio',
  'POST /api/decisions/:id/objection': 'Ricorso contro una decisione',
  'POST /api/threads': null,
  'POST /api/threads/:id/messages': 'Messaggio inviato',
  'POST /api/wallet/transfers': 'Invio di VAL avviato',
  'POST /api/wallet/requests': 'VAL chiesti a una persona',
  'POST /api/wallet/requests/:id/pay': 'Pagamento dei VAL chiesti',
  'POST /api/wallet/requests/:id/decline': 'Risposta negativa ai VAL chiesti',
  'POST /api/wallet/requests/:id/withdraw': 'VAL chiesti ritirati',
  'POST /api/notices/seen': 'Notifiche lette',
  'POST /api/users/signout': 'Fine della sessione',
}
