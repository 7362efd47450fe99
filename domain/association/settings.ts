// Must not import zod: browsers load this file.
import {
  type ColourRole,
  type Colours,
  isLegible,
  leastContrast,
  nearestLegible,
  REQUIRED_CONTRAST,
} from '#domain/base/colours.ts'
import { formatNumber } from '#domain/base/numbers.ts'

export const WELCOME_MOMENTS = ['listing', 'verification'] as const

export const MAX_ASSOCIATION_NAME = 80
export const MAX_BANNER = 200
export const MAX_STRIP_TEXT = 120
export const MAX_STRIP_LABEL = 40
export const MAX_PARTNERS = 12
export const MAX_PARTNER_NAME = 60
export const MAX_CONTACT = 120
export const MAX_URL = 300

export type Partner = { name: string; url: string; logo: string }
/** An invitation under the header: a text and the label of a link. */
export type StripText = { text: string; label: string; url: string }
export type Contacts = { email: string; phone: string; address: string }
/** The VAL that the treasury sends a new member, with the first published listing or on verification. */
export type WelcomeVal = { val: number; when: (typeof WELCOME_MOMENTS)[number] }

/** Limits that an association chooses for itself, in VAL or as a number per day. */
export type AssociationLimits = {
  /** VAL that a member may send to others in 24 hours without the password. */
  transferPasswordAbove: number
  /** Requests and messages of a new account to members it has not exchanged with. */
  requestsPerDay: number
  messagesPerDay: number
  /** VAL that the desk may pay for one member in a day. */
  deskDailySum: number
  /** VAL above which an admin types the sum of a gift again. */
  giftTypedAbove: number
  /** VAL that an admin may give in 24 hours without the yes of another admin. */
  giftSecondYesAbove: number
}

/** Settings that the pages need: those of the association, and technical ones of the server. */
export type SiteSettings = {
  publicUrl: string
  /** URL template of the tiles of the Leaflet map with {z}, {x} and {y}; empty for none. */
  mapTiles: string
  associationName: string
  associationUrl: string
  /** The URL of an uploaded picture, or empty. */
  logo: string
  colours: Colours
  banner: string
  strip: StripText
  /** Where members sign up for the daily contribution of VAL. */
  valAppUrl: string
  /** The site suggested when a search finds nothing. */
  marketUrl: string
  welcome: WelcomeVal
  partners: readonly Partner[]
  contacts: Contacts
}

export const DEFAULT_BANNER =
  'Questo sito è un progetto realizzato da un team di volontari: se qualcosa non va, scrivici.'
export const DEFAULT_STRIP = {
  text: 'Ogni giorno un contributo di emancipazione in VAL.',
  label: 'Iscriviti all’app e ricevilo',
} as const
export const DEFAULT_LIMITS: AssociationLimits = {
  transferPasswordAbove: 100,
  requestsPerDay: 3,
  messagesPerDay: 5,
  deskDailySum: 50,
  giftTypedAbove: 100,
  giftSecondYesAbove: 1_000,
}

export const COLOUR_LABELS: Record<ColourRole, string> = {
  primary: 'Colore principale',
  accent: 'Colore dei VAL',
  primaryDark: 'Colore principale, tema scuro',
  accentDark: 'Colore dei VAL, tema scuro',
}

// Rounded down: a ratio just below the required one must not appear to meet it.
const ratioText = (ratio: number): string => formatNumber(Math.floor(ratio * 10) / 10, 1)

/** Why a colour is refused, with the nearest accepted one. */
export const colourProblem = (role: ColourRole, colour: string): string | undefined => {
  if (isLegible(role, colour)) return undefined
  const ratio = ratioText(leastContrast(role, colour))
  return (
    `${COLOUR_LABELS[role]}: con ${colour} i testi si leggono male (contrasto ${ratio}, serve almeno ` +
    `${ratioText(REQUIRED_CONTRAST)}). Il più vicino che va bene è ${nearestLegible(role, colour)}.`
  )
}

export const SETTINGS_MESSAGES = {
  stale: 'Qualcun altro ha salvato le impostazioni prima di te: guarda che cosa è cambiato e salva di nuovo.',
  pictureNotUploaded: 'Un logo non è un’immagine caricata qui: caricala di nuovo.',
} as const
