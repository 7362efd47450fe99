// Kinds of notices, and how members receive them. Must not import zod: browsers load this file.
import { fromItalianTime, toItalianTime } from '#domain/base/dates.ts'

/** At once by mail, in the daily digest, or only on the site. */
export const WAYS = ['now', 'daily', 'never'] as const
export type Way = (typeof WAYS)[number]

type KindOfNotice = {
  label: string
  /** Used until the member chooses another one. */
  way: Way
  /** Mailed also at night: money, decisions, and the mails that the specification sends with a request. */
  atNight: boolean
  /** Not mailed if it is seen within this time. */
  delayMs?: number
}

const MINUTE_MS = 60_000

export const NOTICE_KINDS = {
  request: { label: 'Richieste e promemoria', way: 'now', atNight: true },
  step: { label: 'Passi avanti delle richieste', way: 'now', atNight: false },
  message: { label: 'Messaggi non letti', way: 'now', atNight: false, delayMs: 5 * MINUTE_MS },
  payment: { label: 'VAL ricevuti e inviati', way: 'now', atNight: true },
  ask: { label: 'VAL che ti vengono chiesti', way: 'now', atNight: true },
  review: { label: 'Recensioni ricevute', way: 'daily', atNight: false },
  round: { label: 'Giri di evaporazione annunciati', way: 'daily', atNight: false },
  listing: { label: 'I tuoi annunci: scadenze e conferme', way: 'daily', atNight: false },
  favourite: { label: 'Novità sui preferiti', way: 'daily', atNight: false },
  alert: { label: 'Ricerche salvate', way: 'daily', atNight: false },
  ring: { label: 'Anelli di scambio', way: 'daily', atNight: false },
  report: { label: 'Ricevute delle segnalazioni', way: 'now', atNight: false },
  decision: { label: 'Decisioni sui tuoi contenuti', way: 'now', atNight: true },
  suspension: { label: 'Sospensioni dell’account', way: 'now', atNight: true },
} as const satisfies Record<string, KindOfNotice>

export type NoticeKind = keyof typeof NOTICE_KINDS
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]
export type NoticePreferences = Record<NoticeKind, Way>

/** What a link in a mail unsubscribes from: one kind, or everything in the digest. */
export const LEAVABLE = [...NOTICE_KIND_NAMES, 'digest'] as const
export type Leavable = (typeof LEAVABLE)[number]

export const NOTICE_MESSAGES = {
  withheld: 'Un annuncio di cui ti avevamo avvisato è stato tolto dopo una segnalazione.',
  linkInvalid: 'Questo link non è valido.',
  unsubscribed: 'Non riceverai più queste e-mail. Gli avvisi restano sul sito.',
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
  const { atNight, delayMs = 0 }: KindOfNotice = NOTICE_KINDS[kind]
  const moment = new Date(now.getTime() + delayMs)
  return quietHours && !atNight && isQuiet(moment) ? nextMorning(moment) : moment
}
