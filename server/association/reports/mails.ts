import { suspensionTerm } from '#domain/accounts/suspension.ts'
import {
  aboutThing,
  actionText,
  type Basis,
  type DecisionAction,
  type DecisionKind,
  firstUpper,
  GOOD_FAITH,
  type Outcome,
  REPORT_REASONS,
  type ReportReason,
  thingName,
} from '#domain/association/reports.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatTime, ofDate } from '#domain/base/dates.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

// The contents are those that articles 16 and 17 of the Digital Services Act (Regulation EU 2022/2065) require.

type Thing = { kind: DecisionKind; title: string; path: string }
type Receipt = Thing & {
  number: number
  name: string
  email: string
  reason: ReportReason
  explanation: string
  at: Date
}
export type Statement = Thing & {
  action: DecisionAction
  facts: string
  ground: string
  basis: Basis
  endsAt: Date | null
  /** False if the decision was taken on the association's own initiative. */
  reported: boolean
}

export const decisionPath = (id: string): string => `/decisioni/${id}`
export const CONTACT_PATH = '/contatti'
const CONTACT_US = 'Se non sei d’accordo, scrivici dalla pagina dei contatti.'

const REDRESS =
  'Puoi anche rivolgerti a un organismo di risoluzione extragiudiziale delle controversie o al giudice, che tu faccia ricorso qui o no.'

/** Confirms the receipt of a report (article 16(4)) and quotes it (16(2)). */
export const receiptMail = (report: Receipt, site: SiteSettings): MailContent => ({
  subject: `Segnalazione n. ${report.number} ricevuta`,
  greeting: `Ciao ${report.name},`,
  paragraphs: [
    `abbiamo ricevuto la tua segnalazione n. ${report.number} ${ofDate(report.at)} alle ${formatTime(report.at)}. La leggerà una persona, poi ti scriveremo che cosa abbiamo deciso.`,
    `Che cosa segnali: ${thingName(report.kind, report.title)}\n${site.publicUrl}${report.path}`,
    `Motivo: ${REPORT_REASONS[report.reason]}`,
    `Spiegazione: ${report.explanation}`,
    `Chi segnala: ${report.name}, ${report.email}`,
    `La tua dichiarazione: «${GOOD_FAITH}»`,
  ],
  notes: ['Se non hai segnalato nulla, qualcuno ha usato il tuo indirizzo: scrivici e cancelliamo la segnalazione.'],
})

const scopeOf = ({ action, endsAt }: Statement): string =>
  action === 'suspend'
    ? `Ambito e durata: tutta la piazza, in ogni Paese, ${suspensionTerm(endsAt)}.`
    : 'Ambito e durata: tutta la piazza, in ogni Paese, senza scadenza.'

const groundOf = ({ kind, basis, ground }: Statement): string => {
  const what = ['member', 'order'].includes(kind) ? 'il comportamento' : 'il contenuto'
  return basis === 'law'
    ? `Base giuridica: ${ground}\nPer i fatti qui sopra riteniamo che ${what} sia contrario a questa norma.`
    : `Clausola delle condizioni d’uso: ${ground}\nPer i fatti qui sopra riteniamo che ${what} sia contrario a questa clausola.`
}

/** Statement of reasons to the author (article 17(3)). */
export const statementMail = (to: string, id: string, statement: Statement): MailContent => ({
  subject: `Decisione ${aboutThing(statement.kind, statement.title)}`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `abbiamo preso una decisione ${aboutThing(statement.kind, statement.title)}. ${firstUpper(actionText(statement.action, statement.kind, statement.endsAt))}.`,
    scopeOf(statement),
    `Fatti e circostanze: ${statement.facts}\n${statement.reported ? 'La decisione segue una segnalazione.' : 'La decisione è stata presa di nostra iniziativa.'}`,
    'Mezzi automatizzati: nessuno. Il contenuto non è stato trovato in modo automatico e ha deciso una persona.',
    groundOf(statement),
    `Come opporti: puoi fare ricorso gratis, una volta, dalla pagina della decisione. Se è possibile, decide una persona diversa. ${REDRESS}`,
  ],
  action: { label: 'Leggi la decisione', path: decisionPath(id) },
})

/** Statement of reasons (article 17(3)) for content hidden by reports before a moderator has seen it. */
export const hiddenByReportsMail = (to: string, thing: Thing, reporters: number): MailContent => ({
  subject: `${firstUpper(thingName(thing.kind, thing.title))} è nascosto fino a un controllo`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `${thingName(thing.kind, thing.title)} è nascosto agli altri finché una persona non lo controlla.`,
    'Ambito e durata: tutta la piazza, in ogni Paese, fino alla decisione di una persona.',
    `Fatti e circostanze: ${reporters} persone iscritte, ognuna con almeno uno scambio concluso, lo hanno segnalato.`,
    'Mezzi automatizzati: sì. L’ultima segnalazione ha nascosto il contenuto in modo automatico; poi decide una persona.',
    'Clausola delle condizioni d’uso: contenuti segnalati da più persone.\nPer i fatti qui sopra il contenuto potrebbe essere contrario alle condizioni d’uso o alla legge.',
    `Come opporti: rispondici dalla pagina dei contatti; contro la decisione che seguirà puoi fare ricorso. ${REDRESS}`,
  ],
  action: { label: 'Scrivi all’associazione', path: CONTACT_PATH },
})

export const shownAgainMail = (to: string, { kind, title, path }: Thing): MailContent => ({
  subject: `${firstUpper(thingName(kind, title))} è di nuovo visibile`,
  greeting: `Ciao ${to},`,
  paragraphs: [`abbiamo controllato ${thingName(kind, title)}: è di nuovo visibile a tutti e non devi fare nulla.`],
  action: { label: 'Guarda la pagina', path },
})

/** The outcome as text of the notice to a reporter who may get no mail (article 16(5)). */
export const outcomeText = ({ number }: { number: number }, { action, kind, endsAt }: Statement): string =>
  `Segnalazione n. ${number}: abbiamo deciso. ${firstUpper(actionText(action, kind, endsAt))}. ${CONTACT_US}`

/** The outcome as mail to the reporter (articles 16(5) and 16(6)). */
export const outcomeMail = (
  { number, name }: { number: number; name: string },
  { kind, title, action, endsAt, facts, ground }: Statement,
): MailContent => ({
  subject: `Segnalazione n. ${number}: la decisione`,
  greeting: `Ciao ${name},`,
  paragraphs: [
    `abbiamo deciso sulla tua segnalazione n. ${number}, che riguarda ${thingName(kind, title)}. ${firstUpper(actionText(action, kind, endsAt))}.`,
    `Fatti: ${facts}`,
    `Su che cosa si basa: ${ground}`,
    'Mezzi automatizzati: nessuno. Ha deciso una persona.',
    `${CONTACT_US} ${REDRESS}`,
  ],
  action: { label: 'Scrivi all’associazione', path: CONTACT_PATH },
})

type Reviewed = Thing & { outcome: Outcome; reviewFacts: string; reviewGround: string; movesVal: boolean }

const undoneText = ({ kind, movesVal }: Reviewed): string => {
  if (kind !== 'order') return 'la decisione è annullata e tutto torna come prima'
  return `la decisione è annullata${movesVal ? ' e i VAL tornano a te' : ''}`
}

export const reviewMail = (to: string, id: string, decision: Reviewed): MailContent => ({
  subject: `Ricorso ${aboutThing(decision.kind, decision.title)}: ${decision.outcome === 'reversed' ? 'accolto' : 'respinto'}`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    decision.outcome === 'reversed'
      ? `abbiamo accolto il tuo ricorso ${aboutThing(decision.kind, decision.title)}: ${undoneText(decision)}.`
      : `abbiamo respinto il tuo ricorso ${aboutThing(decision.kind, decision.title)}: la decisione resta.`,
    `Fatti e circostanze: ${decision.reviewFacts}`,
    ...(decision.reviewGround ? [`Su che cosa si basa: ${decision.reviewGround}`] : []),
    'Mezzi automatizzati: nessuno. Ha deciso una persona.',
    REDRESS,
  ],
  action: { label: 'Leggi la decisione', path: decisionPath(id) },
})

export const reversedText = ({ number }: { number: number }): string =>
  `Segnalazione n. ${number}: dopo un ricorso la decisione è annullata. ${CONTACT_US}`

export const reversedMail = ({ number, name }: { number: number; name: string }, decision: Reviewed): MailContent => ({
  subject: `Segnalazione n. ${number}: la decisione è cambiata`,
  greeting: `Ciao ${name},`,
  paragraphs: [
    `dopo un ricorso abbiamo annullato la decisione ${aboutThing(decision.kind, decision.title)}, che avevi segnalato.`,
    `Fatti: ${decision.reviewFacts}`,
    ...(decision.reviewGround ? [`Su che cosa si basa: ${decision.reviewGround}`] : []),
  ],
  action: { label: 'Scrivi all’associazione', path: CONTACT_PATH },
})

export const liftedMail = (to: string): MailContent => ({
  subject: 'Il tuo account non è più sospeso',
  greeting: `Ciao ${to},`,
  paragraphs: ['il tuo account non è più sospeso: puoi di nuovo pubblicare, scrivere e pagare.'],
  action: { label: 'Vai ai tuoi annunci', path: '/productlist/seller' },
})
