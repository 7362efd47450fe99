import { formatPrice, fromHundredths } from '#domain/money.ts'

const CALL_TEXTS: Record<string, string> = {
  'POST /api/products': 'Nuovo annuncio in bozza',
  'PUT /api/products/:id': 'Annuncio salvato',
  'DELETE /api/products/:id': 'Annuncio cancellato',
  'POST /api/uploads/s3': 'Immagine caricata',
  'POST /api/orders': 'Richiesta inviata',
  'POST /api/payment': 'Pagamento chiesto',
  'PUT /api/orders/:id/pay': 'Pagamento ricevuto, segnato',
  'PUT /api/orders/:id/deliver': 'Consegna segnata',
  'DELETE /api/orders/:id/pay': 'Segno del pagamento tolto',
  'DELETE /api/orders/:id/deliver': 'Segno della consegna tolto',
  'POST /api/orders/:id/conclude': 'Richiesta conclusa',
  'POST /api/orders/:id/cancel': 'Richiesta chiusa',
  'POST /api/orders/:id/transfer': 'Pagamento di una richiesta chiesto',
  'POST /api/wallet/transfers': 'Invio di VAL chiesto',
  'POST /api/wallet/requests': 'VAL chiesti a una persona',
  'POST /api/wallet/requests/:id/pay': 'Pagamento dei VAL chiesti',
  'POST /api/wallet/requests/:id/decline': 'Richiesta di VAL rifiutata',
  'POST /api/users/signout': 'Fine della sessione',
}

/** What the desk did, as the receipt and the weekly list tell it. */
export const actText = (action: string, details: Record<string, unknown>): string => {
  if (action === 'desk.payment') return `Pagati ${formatPrice({ val: fromHundredths(Number(details.amount)) })}`
  if (action === 'desk.begin') return 'Inizio della sessione'
  if (action === 'desk.register') return 'Nuova persona iscritta, con tessera'
  if (action === 'desk.card') return 'Nuova tessera'
  return CALL_TEXTS[String(details.call)] ?? String(details.call)
}
