import { dative } from '#domain/accounts/names.ts'
import { type CartItem, cartKind, cartTotals } from '#domain/exchange/cart.ts'
import type { Section } from '#domain/market/listings.ts'
import { contactPath, type WayIn } from '#web/lib/session/way-in.ts'

type Texts = {
  title: string
  /** Heading of the dialog that contacts the owner. */
  heading: (owner: string) => string
  /** What happens when the request is sent; `owner` published the listing. */
  lead: (owner: string) => string
  /** Title of the box with the items. */
  items: (owner: string) => string
  send: string
}

const TEXTS: Record<Section, Texts> = {
  offro: {
    title: "Processo di contatto all'offerente",
    heading: (owner) => `Scrivi ${dative(owner)}`,
    lead: (owner) => `${owner} riceve i tuoi contatti e ti risponde: pagamento e consegna li concordate tra voi.`,
    items: (owner) => `Da ${owner}`,
    send: "Invia richiesta all'offerente",
  },
  cerco: {
    title: 'La tua risposta a chi cerca',
    heading: (owner) => `Rispondi ${dative(owner)}`,
    lead: (owner) =>
      `Offri ${dative(owner)} quello che cerca: riceve i tuoi contatti e ti risponde. A pagare è chi cerca.`,
    items: (owner) => `Lo cerca ${owner}`,
    send: 'Invia la risposta a chi cerca',
  },
  propongo: {
    title: 'La tua risposta alla proposta',
    heading: (owner) => `Rispondi ${dative(owner)}`,
    lead: (owner) => `${owner} riceve i tuoi contatti e vi mettete d’accordo.`,
    items: (owner) => `Lo propone ${owner}`,
    send: 'Invia la risposta',
  },
  avviso: {
    title: 'La tua partecipazione',
    heading: () => 'Partecipa all’evento',
    lead: (owner) => `Fai sapere ${dative(owner)} che ci sarai: riceve i tuoi contatti.`,
    items: (owner) => `Lo organizza ${owner}`,
    send: 'Conferma la partecipazione',
  },
  dono: {
    title: 'La tua richiesta',
    heading: (owner) => `Scrivi ${dative(owner)}`,
    lead: (owner) => `Non si paga niente. ${owner} riceve i tuoi contatti e vi accordate su come riceverlo.`,
    items: (owner) => `Dono di ${owner}`,
    send: 'Invia la richiesta',
  },
}

/** What a viewer wants to do on the page of a listing, as the heading of its message box says it. */
export const goalOf = (section: Section, owner: string): string => TEXTS[section].heading(owner)

/** Where somebody who may not contact the owner yet ends: on the listing, or in the cart if it holds several. */
export const wayInOf = (items: CartItem[]): WayIn | undefined => {
  const [first, second] = items
  if (!first) return undefined
  return {
    path: second ? '/cart' : contactPath(first.product),
    goal: goalOf(first.section, first.seller.seller.name),
  }
}

/** The sum in the answer to a «Cerco». */
export const ASKED = 'Quanto chiedi'

export const EMPTY_CART_TITLE = TEXTS.offro.title

/** What happens with what is in the cart. */
export const cartLead = (items: CartItem[]): string => {
  const [first] = items
  return first
    ? cartTexts(items).lead(first.seller.seller.name)
    : 'Qui raccogli gli annunci di una persona e le scrivi una volta sola.'
}

/** Texts of the cart and the checkout for these items. An offer that costs nothing counts as a gift. */
export const cartTexts = (items: CartItem[]): Texts => {
  const kind = cartKind(items)
  const { totalPriceVal, totalPriceEuro } = cartTotals(items)
  if (items.length === 0 || totalPriceVal + totalPriceEuro > 0) return TEXTS[kind]
  if (kind === 'offro') return { ...TEXTS.dono, items: TEXTS.offro.items }
  return kind === 'cerco' ? { ...TEXTS.cerco, lead: TEXTS.propongo.lead } : TEXTS[kind]
}
