// Kinds of notices, and how members receive them. Must not import zod: browsers load this file.
import { fromItalianTime, toItalianTime } from '#domain/base/dates.ts'

/** At once by mail, in the daily digest, or only on the site. */
export const WAYS = ['now', 'daily', 'never'] as const
export type Way = (typeof WAYS)[number]

/**
 * Part of an exchange, a decision about the member, or what waits for an admin or moderator (`duty`): mailed at once, at any
 * hour, whatever the preferences.
 */
const ALWAYS_MAILED = ['request', 'step', 'payment', 'decision', 'suspension', 'duty'] as const
type AlwaysMailed = (typeof ALWAYS_MAILED)[number]

/** What members choose together; everything else is always mailed. */
export const NOTICE_GROUPS = {
  messages: { label: 'Messaggi', hint: 'Chi ti scrive o ti chiede VAL, e le ricevute delle tue segnalazioni.' },
  followed: { label: 'Quello che segui', hint: 'I tuoi annunci, preferiti, ricerche salvate, anelli e recensioni.' },
  association: { label: 'L’associazione', hint: 'I giri di evaporazione annunciati.' },
} as const
export type NoticeGroup = keyof typeof NOTICE_GROUPS

type OptionalNotice = {
  label: string
  group: NoticeGroup
  /** Used until the member chooses another one. */
  way: Way
  /** Mailed also in quiet hours. */
  atNight?: true
  /** Not mailed if it is seen within this time. */
  delayMs?: number
}

const MINUTE_MS = 60_000

/** Mailed as the member prefers. */
export const OPTIONAL_NOTICES = {
  message: { label: 'Messaggi non letti', group: 'messages', way: 'now', delayMs: 5 * MINUTE_MS },
  ask: { label: 'VAL chiesti', group: 'messages', way: 'now', atNight: true },
  review: { label: 'Recensioni, risposte e pareri ricevuti', group: 'followed', way: 'daily' },
  round: { label: 'Evaporazioni in arrivo', group: 'association', way: 'daily' },
  listing: { label: 'Scadenze e conferme dei tuoi annunci', group: 'followed', way: 'daily' },
  favourite: { label: 'Novità sui preferiti', group: 'followed', way: 'daily' },
  alert: { label: 'Ricerche salvate', group: 'followed', way: 'daily' },
  ring: { label: 'Anelli di scambio', group: 'followed', way: 'daily' },
  report: { label: 'Ricevute delle segnalazioni', group: 'messages', way: 'now' },
} as const satisfies Record<string, OptionalNotice>

export type OptionalKind = keyof typeof OPTIONAL_NOTICES
export const OPTIONAL_KINDS = Object.keys(OPTIONAL_NOTICES) as OptionalKind[]
export const kindsIn = (group: NoticeGroup): OptionalKind[] =>
  OPTIONAL_KINDS.filter((kind) => OPTIONAL_NOTICES[kind].group === group)
export type NoticeKind = AlwaysMailed | OptionalKind
export const NOTICE_KINDS: NoticeKind[] = [...ALWAYS_MAILED, ...OPTIONAL_KINDS]
export type NoticePreferences = Record<NoticeKind, Way>

/** One or several unseen notices of a kind, without what they say. */
export const NOTICE_COUNTS: Record<NoticeKind, readonly [one: string, more: string]> = {
  request: ['richiesta', 'richieste'],
  step: ['passo in una richiesta', 'passi nelle richieste'],
  payment: ['movimento di VAL', 'movimenti di VAL'],
  decision: ['decisione', 'decisioni'],
  suspension: ['notizia sull’account', 'notizie sull’account'],
  duty: ['cosa da decidere', 'cose da decidere'],
  message: ['conversazione con messaggi nuovi', 'conversazioni con messaggi nuovi'],
  ask: ['notizia di VAL chiesti', 'notizie di VAL chiesti'],
  review: ['recensione o parere', 'recensioni o pareri'],
  round: ['notizia di un giro', 'notizie dei giri'],
  listing: ['notizia di un annuncio', 'notizie degli annunci'],
  favourite: ['novità sui preferiti', 'novità sui preferiti'],
  alert: ['annuncio cercato', 'annunci cercati'],
  ring: ['notizia di un anello', 'notizie degli anelli'],
  report: ['ricevuta di segnalazione', 'ricevute di segnalazioni'],
}

/** What an unsubscribe link names: one kind, or everything in the digest. Old links may name a kind that is always mailed. */
export const LINK_SUBJECTS = [...NOTICE_KINDS, 'digest'] as const
export type LinkSubject = (typeof LINK_SUBJECTS)[number]
export type Leavable = Exclude<LinkSubject, AlwaysMailed>

export const isAlwaysMailed = (subject: LinkSubject): subject is AlwaysMailed =>
  (ALWAYS_MAILED as readonly string[]).includes(subject)

export const NOTICE_MESSAGES = {
  always: 'Queste e-mail fanno parte dei tuoi scambi o del tuo account: arrivano sempre e non si possono disattivare.',
  withheld: 'L’annuncio di cui ti avevamo scritto è stato tolto dopo una segnalazione.',
  linkInvalid: 'Questo link non è valido.',
  unsubscribed: 'Non riceverai più queste e-mail. Le notifiche restano sul sito.',
} as const

const QUIET_FROM_HOUR = 22
const MORNING_HOUR = 8

const isQuiet = (moment: Date): boolean => {
  const hour = Number(toItalianTime(moment).slice(11, 13))
  return hour >= QUIET_FROM_HOUR || hour < MORNING_HOUR
}

/** The next 8:00 in Italy. */
export const nextMorning = (now: Date): Date => {
  const morningOf = (day: string) => fromItalianTime(`${day}T${String(MORNING_HOUR).padStart(2, '0')}:00`)
  const today = toItalianTime(now).slice(0, 10)
  const morning = morningOf(today)
  if (morning > now) return morning
  const tomorrow = new Date(`${today}T00:00Z`)
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
  return morningOf(tomorrow.toISOString().slice(0, 10))
}

/** When a notice with preference `now` is mailed, unless it is seen before. */
export const mailMoment = (kind: NoticeKind, now: Date, quietHours: boolean): Date => {
  if (isAlwaysMailed(kind)) return now
  const { atNight, delayMs = 0 }: OptionalNotice = OPTIONAL_NOTICES[kind]
  const moment = new Date(now.getTime() + delayMs)
  return quietHours && !atNight && isQuiet(moment) ? nextMorning(moment) : moment
}
