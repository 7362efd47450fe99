import type { Role } from '#domain/accounts/access.ts'
import { shownEmail } from '#domain/accounts/desk.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import { showsPrice } from '#domain/market/kinds.ts'
import { SECTION_LABELS } from '#domain/market/listings.ts'
import type { MemberExportRow } from '#server/accounts/members/export-store.ts'
import type { OrderExportRow } from '#server/exchange/orders/export-store.ts'
import type { ListingExportRow } from '#server/market/listings/export-store.ts'
import { csvAmount, csvText, csvTime } from '#server/platform/csv/write.ts'
import type { EventRow } from '#server/val/currency/figures-store.ts'

/** The heading of a column, and a function that returns its cell in a row. */
export type Column<Row> = [heading: string, cell: (row: Row) => string]
/** A movement of VAL. `from` and `to` are the name of the member or of the treasury, or else the account. */
export type MovementRow = EventRow & { from: string; to: string }

const yesOrNo = (is: boolean): string => (is ? 'sì' : 'no')
const hundredths = (amount: number): string => csvAmount(fromHundredths(amount))

const ROLE_NAMES: Record<Role, string> = {
  member: 'iscrizione',
  moderator: 'moderazione',
  desk: 'sportello',
  admin: 'amministrazione',
}

export const MEMBER_COLUMNS: Column<MemberExportRow>[] = [
  ['Nome utente', ({ username }) => csvText(username)],
  ['Nome', ({ name }) => csvText(name)],
  ['Cognome', ({ surname }) => csvText(surname)],
  ['E-mail', ({ email }) => csvText(shownEmail(email))],
  ['Telefono', ({ phone }) => csvText(phone)],
  ['Data di nascita', ({ birthday }) => birthday],
  ['Luogo di nascita', ({ birthplace }) => csvText(birthplace)],
  ['Codice fiscale', ({ cf }) => csvText(cf)],
  ['CAP', ({ zipCode }) => csvText(zipCode)],
  ['Provincia', ({ city }) => csvText(city)],
  ['Attività', ({ sellerName }) => csvText(sellerName)],
  ['Partita IVA', ({ partitaIva }) => csvText(partitaIva)],
  ['Gruppi', ({ referer }) => csvText(referer.join(', '))],
  ['Conto VAL', ({ account }) => csvText(account ?? '')],
  ['Verificato', ({ verified }) => yesOrNo(verified)],
  ['Offerente', ({ isSeller }) => yesOrNo(isSeller)],
  ['Ruolo', ({ role }) => ROLE_NAMES[role]],
  ['Sospeso', ({ isSuspended }) => yesOrNo(isSuspended)],
  ['Ha pubblicato', ({ hasAd }) => yesOrNo(hasAd)],
  ['Iscritto il', ({ createdAt }) => csvTime(createdAt)],
]

const stateOf = ({ draft, paused, expired, shown }: ListingExportRow): string => {
  if (draft) return 'bozza'
  if (paused) return 'in pausa'
  if (expired) return 'scaduto'
  return shown ? 'in vetrina' : 'nascosto'
}

export const LISTING_COLUMNS: Column<ListingExportRow>[] = [
  ['Titolo', ({ name }) => csvText(name)],
  ['Sezione', ({ section }) => csvText(SECTION_LABELS[section])],
  ['Offerente', ({ seller }) => csvText(seller)],
  ['Categoria', ({ category }) => csvText(category)],
  ['Prezzo VAL', ({ section, priceVal }) => hundredths(showsPrice(section) ? priceVal : 0)],
  ['Prezzo euro', ({ section, priceEuro }) => hundredths(showsPrice(section) ? priceEuro : 0)],
  ['Disponibili', ({ stock }) => String(stock)],
  ['Comune', ({ municipality }) => csvText(municipality)],
  ['Provincia', ({ city }) => csvText(city)],
  ['Stato', stateOf],
  ['Voto', ({ rating, ratingCount }) => (ratingCount === 0 ? '' : csvAmount(rating))],
  ['Recensioni', ({ ratingCount }) => String(ratingCount)],
  ['Creato il', ({ createdAt }) => csvTime(createdAt)],
  ['Pubblicato il', ({ publishedAt }) => csvTime(publishedAt)],
  ['Scade il', ({ expiresAt }) => csvTime(expiresAt)],
  ['Codice', ({ id }) => csvText(id)],
]

const ORDER_STATE_NAMES: Record<OrderState, string> = {
  sent: 'in attesa di risposta',
  agreed: 'concordata',
  paid: 'pagata',
  delivered: 'consegnata',
  concluded: 'conclusa',
  closed: 'chiusa',
  expired: 'scaduta',
}

export const ORDER_COLUMNS: Column<OrderExportRow>[] = [
  ['Inviata il', ({ createdAt }) => csvTime(createdAt)],
  ['Stato', ({ state }) => ORDER_STATE_NAMES[state]],
  ['Sezione', ({ kind }) => csvText(SECTION_LABELS[kind])],
  ['Da', ({ buyer }) => csvText(buyer)],
  ['A', ({ seller }) => csvText(seller)],
  ['Che cosa', ({ items }) => csvText(items)],
  ['Totale VAL', ({ totalVal }) => hundredths(totalVal)],
  ['Totale euro', ({ totalEuro }) => hundredths(totalEuro)],
  ['Concordata il', ({ agreedAt }) => csvTime(agreedAt)],
  ['Pagata il', ({ paidAt }) => csvTime(paidAt)],
  ['Consegnata il', ({ deliveredAt }) => csvTime(deliveredAt)],
  ['Conclusa il', ({ concludedAt }) => csvTime(concludedAt)],
  ['Chiusa il', ({ cancelledAt }) => csvTime(cancelledAt)],
  ['Scaduta il', ({ expiredAt }) => csvTime(expiredAt)],
  ['Codice', ({ id }) => csvText(id)],
]

const EVENT_NAMES: Record<string, string> = {
  mint: 'emissione',
  transfer: 'trasferimento',
  evaporation: 'evaporazione',
}

export const MOVEMENT_COLUMNS: Column<MovementRow>[] = [
  ['Data', ({ at }) => csvTime(at)],
  ['Movimento', ({ kind }) => EVENT_NAMES[kind] ?? csvText(kind)],
  ['Da', ({ from }) => csvText(from)],
  ['A', ({ to }) => csvText(to)],
  ['Importo VAL', ({ amount }) => hundredths(amount)],
  ['Blocco', ({ block }) => String(block)],
  ['Transazione', ({ transactionHash }) => csvText(transactionHash)],
]
