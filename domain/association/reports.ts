// Must not import zod: browsers load this file.
import { suspensionTerm } from '#domain/accounts/suspension.ts'

export const REPORT_KINDS = ['listing', 'review', 'member', 'message'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = {
  illegal: 'È illegale',
  fraud: 'È una truffa',
  offensive: 'È offensivo o discrimina',
  spam: 'È pubblicità indesiderata',
  wrong: 'È sbagliato o ingannevole',
  other: 'Altro',
} as const
export type ReportReason = keyof typeof REPORT_REASONS
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]

/** A decision is about something that was reported, or about the VAL of a request. */
export const DECISION_KINDS = [...REPORT_KINDS, 'order'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export const DECISION_KIND_NAMES: Record<DecisionKind, string> = {
  listing: 'un annuncio',
  review: 'una recensione',
  member: 'una persona',
  message: 'un messaggio',
  order: 'una richiesta',
}

export const REPORT_ACTIONS = ['none', 'hide', 'remove', 'suspend'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]
export const DECISION_ACTIONS = [...REPORT_ACTIONS, 'return'] as const
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

export const BASES = ['law', 'terms'] as const
export type Basis = (typeof BASES)[number]

export const OUTCOMES = ['upheld', 'reversed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const MAX_EXPLANATION = 4_000
export const MAX_FACTS = 4_000
export const MAX_GROUND = 1_000
/** Reports by this many established members hide a listing until a moderator decides. */
export const REPORTS_THAT_HIDE = 2

/** What was reported, as it was at that moment. */
export type ReportedThing = { authorId: string; title: string; path: string; content: string }

/** "l’annuncio «Pane»" */
export const thingName = (kind: DecisionKind, title: string): string =>
  ({
    listing: `l’annuncio «${title}»`,
    review: `la recensione di «${title}»`,
    member: `l’account di ${title}`,
    message: `un messaggio a ${title}`,
    order: `la richiesta «${title}»`,
  })[kind]

/** "sull’annuncio «Pane»": what a decision is about. */
export const aboutThing = (kind: DecisionKind, title: string): string =>
  ({
    listing: `sull’annuncio «${title}»`,
    review: `sulla recensione di «${title}»`,
    member: `sull’account di ${title}`,
    message: `su un messaggio a ${title}`,
    order: `sulla richiesta «${title}»`,
  })[kind]

export const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a decision does, in the words for the author, the reporter and the audit log. */
export const actionText = (action: DecisionAction, kind: DecisionKind, until: string | Date | null): string =>
  ({
    return: 'i VAL tornano a chi li aveva trasferiti',
    none: kind === 'member' ? 'nessun provvedimento' : 'nessun provvedimento: il contenuto resta visibile',
    hide: 'il contenuto è nascosto: non lo vede nessun altro',
    remove: 'il contenuto è rimosso',
    suspend: `l’account ${kind === 'member' ? '' : 'di chi l’ha pubblicato '}è sospeso ${suspensionTerm(until)}: gli annunci sono nascosti e non si può pubblicare, scrivere né pagare`,
  })[action]

/** The actions that make sense for a kind: an account cannot be hidden, and removing it could not be undone. */
export const actionsFor = (kind: ReportKind): readonly ReportAction[] =>
  kind === 'member' ? ['none', 'suspend'] : REPORT_ACTIONS

export const GOOD_FAITH = 'Dichiaro in buona fede che quanto scrivo è esatto e completo.'

/** `again` says when the next one is possible. */
export const reportedTooOften = (times: number, again: string): string =>
  `Si possono fare ${times} segnalazioni al giorno, così qualcuno può leggerle tutte: puoi farne un’altra ${again}.`

export const REPORT_MESSAGES = {
  notFound: 'Questo contenuto non esiste o non è più visibile.',
  nameRequired: 'Per segnalare senza accedere scrivi il tuo nome e la tua e-mail.',
  own: 'Non puoi segnalare un tuo contenuto.',
  already: 'Hai già segnalato questo contenuto: la segnalazione è in esame o è già stata decisa.',
  reportNotFound: 'Questa segnalazione non esiste.',
  alreadyDecided: 'Questa segnalazione è già stata decisa.',
  ownContent: 'La segnalazione riguarda te: decide un’altra persona.',
  wrongAction: 'Per un account si può solo sospendere, o non fare nulla.',
  untilOnlyForSuspension: 'La scadenza vale solo per una sospensione.',
  authorGone: 'Chi ha pubblicato il contenuto non è più iscritto.',
  decisionNotFound: 'Questa decisione non esiste.',
  objectionMade: 'Hai già fatto ricorso contro questa decisione.',
  nothingToObject: 'Questa decisione non ti toglie nulla.',
  noObjection: 'Contro questa decisione non c’è un ricorso.',
  alreadyReviewed: 'Questo ricorso è già stato deciso.',
  anotherAdmin: 'Il ricorso lo decide un’altra persona che amministra.',
  objected: 'Il ricorso è arrivato. Se è possibile lo decide una persona diversa; poi ti scriviamo.',
} as const
