import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { COLOUR_LABELS, type Partner, WELCOME_MOMENTS } from '#domain/association/settings.ts'
import { COLOUR_ROLES, type ColourRole } from '#domain/base/colours.ts'
import { oneOf } from '#web/lib/form-data.ts'

/** Labels of the form's fields, by the path of the setting. The path is also the field's name in the API's error responses. */
export const FIELD_LABELS = {
  name: 'Nome dell’associazione',
  url: 'Sito dell’associazione',
  logo: 'Logo',
  'colours.primary': COLOUR_LABELS.primary,
  'colours.accent': COLOUR_LABELS.accent,
  'colours.primaryDark': COLOUR_LABELS.primaryDark,
  'colours.accentDark': COLOUR_LABELS.accentDark,
  banner: 'Testo che scorre in alto',
  'strip.text': 'Striscia: testo',
  'strip.label': 'Striscia: testo del link',
  'strip.url': 'Striscia: indirizzo del link',
  'contacts.email': 'E-mail',
  'contacts.phone': 'Telefono',
  'contacts.address': 'Indirizzo',
  valAppUrl: 'App del contributo in VAL',
  marketUrl: 'Sito suggerito quando una ricerca non trova niente',
  'welcome.val': 'VAL di benvenuto',
  'welcome.when': 'Quando arrivano',
  'limits.transferPasswordAbove': 'VAL al giorno senza chiedere la password',
  'limits.requestsPerDay': 'Richieste al giorno di chi è nuovo',
  'limits.messagesPerDay': 'Messaggi al giorno di chi è nuovo',
  'limits.deskDailySum': 'VAL al giorno che lo sportello paga per una persona',
  'limits.giftTypedAbove': 'VAL che si danno senza riscrivere la somma',
  'limits.giftSecondYesAbove': 'VAL al giorno che chi amministra dà senza un secondo sì',
} as const
export type FieldName = keyof typeof FIELD_LABELS
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** The settings as typed. */
export type Values = Record<FieldName, string> & { partners: Partner[] }

export const WELCOME_LABELS = {
  listing: 'Con il primo annuncio pubblicato',
  verification: 'Quando la persona conferma l’e-mail',
} as const

const asTyped = (amount: number): string => String(amount).replace('.', ',')
const asNumber = (text: string): number => Number(text.trim().replace(',', '.'))

export const valuesOf = (settings: AssociationSettings): Values => {
  const { name, url, logo, colours, banner, strip, contacts, valAppUrl, marketUrl, welcome, limits, partners } =
    settings
  return {
    name,
    url,
    logo,
    'colours.primary': colours.primary,
    'colours.accent': colours.accent,
    'colours.primaryDark': colours.primaryDark,
    'colours.accentDark': colours.accentDark,
    banner,
    'strip.text': strip.text,
    'strip.label': strip.label,
    'strip.url': strip.url,
    'contacts.email': contacts.email,
    'contacts.phone': contacts.phone,
    'contacts.address': contacts.address,
    valAppUrl,
    marketUrl,
    'welcome.val': asTyped(welcome.val),
    'welcome.when': welcome.when,
    'limits.transferPasswordAbove': asTyped(limits.transferPasswordAbove),
    'limits.requestsPerDay': asTyped(limits.requestsPerDay),
    'limits.messagesPerDay': asTyped(limits.messagesPerDay),
    'limits.deskDailySum': asTyped(limits.deskDailySum),
    'limits.giftTypedAbove': asTyped(limits.giftTypedAbove),
    'limits.giftSecondYesAbove': asTyped(limits.giftSecondYesAbove),
    partners: [...partners],
  }
}

export const settingsOf = (values: Values, version: number): AssociationSettings => {
  const colours = Object.fromEntries(COLOUR_ROLES.map((role) => [role, values[`colours.${role}`]]))
  return {
    version,
    name: values.name,
    url: values.url,
    logo: values.logo,
    colours: colours as Record<ColourRole, string>,
    banner: values.banner,
    strip: { text: values['strip.text'], label: values['strip.label'], url: values['strip.url'] },
    contacts: {
      email: values['contacts.email'],
      phone: values['contacts.phone'],
      address: values['contacts.address'],
    },
    valAppUrl: values.valAppUrl,
    marketUrl: values.marketUrl,
    welcome: {
      val: asNumber(values['welcome.val']),
      when: oneOf(WELCOME_MOMENTS, values['welcome.when']) || 'listing',
    },
    limits: {
      transferPasswordAbove: asNumber(values['limits.transferPasswordAbove']),
      requestsPerDay: asNumber(values['limits.requestsPerDay']),
      messagesPerDay: asNumber(values['limits.messagesPerDay']),
      deskDailySum: asNumber(values['limits.deskDailySum']),
      giftTypedAbove: asNumber(values['limits.giftTypedAbove']),
      giftSecondYesAbove: asNumber(values['limits.giftSecondYesAbove']),
    },
    partners: values.partners,
  }
}

type Key = FieldName | 'partners'
const KEYS: Key[] = [...FIELD_NAMES, 'partners']

const partnersText = (partners: Partner[]): string =>
  partners.map(({ name, url, logo }) => `${name} (${url})${logo ? ', con logo' : ''}`).join('; ')

const textOf = (values: Values, key: Key): string =>
  key === 'partners' ? JSON.stringify(values.partners) : values[key]

export const areSame = (one: Values, other: Values): boolean =>
  KEYS.every((key) => textOf(one, key) === textOf(other, key))

/** The text of a field in the comparison of two versions. */
export const shownText = (values: Values, key: Key): string => {
  if (key === 'partners') return partnersText(values.partners)
  if (key === 'logo') return values.logo ? 'Con logo' : 'Senza logo'
  if (key === 'welcome.when') return WELCOME_LABELS[oneOf(WELCOME_MOMENTS, values[key]) || 'listing']
  return values[key]
}

export const labelOf = (key: Key): string => (key === 'partners' ? 'Partner' : FIELD_LABELS[key])

/** A field that two admins have changed. */
export type Clash = { key: Key; mine: Values; theirs: Values }

/**
 * Merges the changes of two admins to `base`: a field that one of them changed takes that value. If both changed it,
 * `mine` stays in the form and both versions are listed.
 */
export const mergeValues = (
  base: Values,
  mine: Values,
  theirs: Values,
): { merged: Values; clashes: Clash[]; taken: Key[] } => {
  const isChanged = (values: Values) => (key: Key) => textOf(values, key) !== textOf(base, key)
  const mineOnly = KEYS.filter(isChanged(mine))
  const taken = KEYS.filter((key) => isChanged(theirs)(key) && !mineOnly.includes(key))
  const clashes = mineOnly
    .filter((key) => isChanged(theirs)(key) && textOf(mine, key) !== textOf(theirs, key))
    .map((key) => ({ key, mine, theirs }))
  const merged = { ...theirs, ...Object.fromEntries(mineOnly.map((key) => [key, mine[key]])) }
  return { merged, clashes, taken }
}
