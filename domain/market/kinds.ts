// Rules of each kind of listing. All code that depends on the kind reads this table, in browser and server. Must not import
// zod: browsers load this file.

import { FREE, formatPrice } from '#domain/base/money.ts'
import type { Section } from '#domain/market/listings.ts'

/** The owner published the listing, the requester responds to it. */
export type Side = 'owner' | 'requester'

export type Kind = {
  /** Label of the button that contacts the owner. */
  contact: string
  /** The two sides on the screens. */
  ownerLabel: string
  requesterLabel: string
  giver: Side | null
  payer: Side | null
  price: 'fixed' | 'upTo' | 'free' | 'none'
  stock: 'available' | 'wanted' | 'none'
  /** Label of the requested quantity. */
  quantityLabel: string
  /** Whether a delivery address is asked for, unless the item is a service or handed over in person. */
  isDelivered: boolean
  /** How a request ends. */
  end: 'delivered' | 'concluded'
  /** A cart holds listings of one direction. */
  direction: 'fromOwner' | 'toOwner' | 'proposal' | 'event'
}

export const KINDS: Record<Section, Kind> = {
  offro: {
    contact: 'Contatta Offerente',
    ownerLabel: 'Offerente',
    requesterLabel: 'Chi chiede',
    giver: 'owner',
    payer: 'requester',
    price: 'fixed',
    stock: 'available',
    quantityLabel: 'Quantità',
    isDelivered: true,
    end: 'delivered',
    direction: 'fromOwner',
  },
  cerco: {
    contact: 'Rispondi a chi cerca',
    ownerLabel: 'Chi cerca',
    requesterLabel: 'Chi risponde',
    giver: 'requester',
    payer: 'owner',
    price: 'upTo',
    stock: 'wanted',
    quantityLabel: 'Quanti ne offri',
    isDelivered: false,
    end: 'delivered',
    direction: 'toOwner',
  },
  propongo: {
    contact: 'Contatta Offerente',
    ownerLabel: 'Chi propone',
    requesterLabel: 'Chi risponde',
    giver: null,
    payer: null,
    price: 'none',
    stock: 'none',
    quantityLabel: 'Quantità',
    isDelivered: false,
    end: 'concluded',
    direction: 'proposal',
  },
  avviso: {
    contact: 'Partecipo',
    ownerLabel: 'Chi organizza',
    requesterLabel: 'Chi partecipa',
    giver: null,
    payer: null,
    price: 'none',
    stock: 'none',
    quantityLabel: 'Quantità',
    isDelivered: false,
    end: 'concluded',
    direction: 'event',
  },
  dono: {
    contact: 'Contatta Offerente',
    ownerLabel: 'Chi dona',
    requesterLabel: 'Chi riceve',
    giver: 'owner',
    payer: null,
    price: 'free',
    stock: 'available',
    quantityLabel: 'Quantità',
    isDelivered: true,
    end: 'delivered',
    direction: 'fromOwner',
  },
}

export const HANDED_OVER = 'personalmente'
export const NO_PREFERENCE = 'no preferences'

type Item = { section: Section; isService: boolean; delivery: string }

export const showsPrice = (section: Section): boolean =>
  KINDS[section].price === 'fixed' || KINDS[section].price === 'upTo'

/** The price of a listing or an item as text; undefined for kinds without prices. */
export const priceText = (item: { section: Section; priceVal: number; priceEuro: number }): string | undefined => {
  const price = formatPrice({ val: item.priceVal, euro: item.priceEuro })
  return { fixed: price, upTo: price === FREE ? FREE : `fino a ${price}`, free: FREE, none: undefined }[
    KINDS[item.section].price
  ]
}

const pieces = (count: number): string => `${count} ${count === 1 ? 'pezzo' : 'pezzi'}`

/** How many pieces are offered or wanted; undefined for listings without stock. */
export const stockText = (listing: { section: Section; isService: boolean; countInStock: number }) => {
  if (!hasStock(listing)) return undefined
  return KINDS[listing.section].stock === 'wanted'
    ? `Cercati: ${listing.countInStock}`
    : `Disponibile: ${pieces(listing.countInStock)}`
}

/** Services, events and proposals have no stock; their quantity is 1. */
export const hasStock = (listing: { section: Section; isService: boolean }): boolean =>
  !listing.isService && KINDS[listing.section].stock !== 'none'

type Available = { section: Section; isService: boolean; countInStock: number; places: number | null }

/** Why a listing cannot be requested, if nothing is left of it. */
export const soldOutText = (listing: Available): string | undefined => {
  if (listing.places === 0) return 'Posti esauriti'
  if (!hasStock(listing) || listing.countInStock > 0) return undefined
  return KINDS[listing.section].stock === 'wanted' ? 'Trovato' : 'Esaurito'
}

/** What is left of a listing, or that nothing is; undefined without a limit. */
export const availabilityText = (listing: Available): string | undefined =>
  soldOutText(listing) ??
  stockText(listing) ??
  (listing.places === null ? undefined : `Posti liberi: ${listing.places}`)

/** How many pieces or places are left; null without a limit. */
export const leftOf = (listing: {
  section: Section
  isService: boolean
  stock: number
  places: number | null
}): number | null => {
  if (listing.section === 'avviso') return listing.places
  return hasStock(listing) ? listing.stock : null
}

/** Sets the delivery of the items to in person, if the requester chose so and the owner has no preference. */
export const handedOver = <T extends { delivery: string }>(items: readonly T[], inPerson: boolean): T[] =>
  items.map((item) => (inPerson && item.delivery === NO_PREFERENCE ? { ...item, delivery: HANDED_OVER } : item))

/** Whether an order of these items asks for a delivery address. */
export const needsAddress = (items: readonly Item[]): boolean =>
  items.some(({ section, isService, delivery }) => KINDS[section].isDelivered && !isService && delivery !== HANDED_OVER)

/** The kind of an order: offro, if it contains an offer beside gifts; else the section of its items. */
export const kindOf = (sections: readonly Section[]): Section =>
  sections.includes('offro') ? 'offro' : (sections[0] ?? 'offro')

/** Whether these listings can be in one order; a cerco is always alone in its order. */
export const canBeTogether = (sections: readonly Section[]): boolean =>
  new Set(sections.map((section) => KINDS[section].direction)).size <= 1 &&
  (sections.length <= 1 || !sections.includes('cerco'))

type Parties = { payer: string | null; payee: string | null; giver: string | null }

/** Who pays, is paid and gives in an order of this kind; nobody pays when nothing is due. */
export const partiesOf = (
  kind: Section,
  { owner, requester, isFree }: { owner: string; requester: string; isFree: boolean },
): Parties => {
  const memberOn = (side: Side | null) => side && { owner, requester }[side]
  const { giver, payer } = KINDS[kind]
  if (!payer || isFree) return { payer: null, payee: null, giver: memberOn(giver) }
  return { payer: memberOn(payer), payee: memberOn(payer === 'owner' ? 'requester' : 'owner'), giver: memberOn(giver) }
}
