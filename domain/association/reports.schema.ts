import { z } from 'zod'
import { ROLES } from '#domain/accounts/access.ts'
import { MAX_NAME } from '#domain/accounts/members.ts'
import { MAX_SUSPENSION_REASON, SUSPENSION_MESSAGES } from '#domain/accounts/suspension.ts'
import { AUDIT_KIND_NAMES } from '#domain/association/audit.ts'
import {
  BASES,
  DECISION_ACTIONS,
  DECISION_KINDS,
  MAX_EXPLANATION,
  MAX_FACTS,
  MAX_GROUND,
  OUTCOMES,
  REPORT_ACTIONS,
  REPORT_KINDS,
  REPORT_REASON_NAMES,
} from '#domain/association/reports.ts'
import { fromItalianTime, isDate } from '#domain/base/dates.ts'
import { Email } from '#domain/base/email.schema.ts'
import { emptyAsMissing, pageNumber } from '#domain/base/query-parameters.ts'
import { line, paragraph } from '#domain/base/text.ts'

const required = (max: number, message: string) => paragraph(max).refine((text) => text !== '', message)

/** A date lasts to the end of that day in Italy; a moment is taken as it is. */
const Until = z
  .string()
  .transform((text) => (isDate(text) ? fromItalianTime(`${text}T23:59`) : new Date(text)))
  .refine((date) => !Number.isNaN(date.getTime()), 'Scrivi la data come aaaa-mm-gg.')
  .refine((date) => !(date.getTime() <= Date.now()), SUSPENSION_MESSAGES.past)
  .refine((date) => date.getUTCFullYear() < 3000, 'La data è troppo lontana.')
const OptionalUntil = z.preprocess((value: string | null | undefined) => value || undefined, Until.optional())

export const ReportRequest = z.object({
  kind: z.enum(REPORT_KINDS, 'Tipo di contenuto sconosciuto.'),
  id: z.uuid('Contenuto sconosciuto.'),
  reason: z.enum(REPORT_REASON_NAMES, 'Scegli un motivo.'),
  explanation: required(MAX_EXPLANATION, 'Spiega perché segnali questo contenuto.'),
  /** Required without a token. */
  name: z.preprocess((value: string | null | undefined) => value ?? '', line(MAX_NAME)),
  email: z.preprocess((value: string | null | undefined) => value || undefined, Email.optional()),
})
export type ReportRequest = z.output<typeof ReportRequest>

export const ReportReceipt = z.object({ _id: z.string(), number: z.number(), message: z.string() })
export type ReportReceipt = z.infer<typeof ReportReceipt>

export const ReportQuery = z.object({
  state: emptyAsMissing(z.enum(['open', 'decided'], 'Stato sconosciuto.').default('open')),
  p: pageNumber,
})
export type ReportQuery = z.output<typeof ReportQuery>

export const DecisionRequest = z.object({
  action: z.enum(REPORT_ACTIONS, 'Decisione sconosciuta.'),
  facts: required(MAX_FACTS, 'Scrivi i fatti su cui si basa la decisione.'),
  ground: required(MAX_GROUND, 'Scrivi la norma o la clausola su cui si basa la decisione.'),
  /** Whether the ground is a law or a clause of the terms; if missing, it follows from the reason of the report. */
  basis: z.enum(BASES, 'Scegli legge o condizioni.').optional(),
  until: OptionalUntil,
})
export type DecisionRequest = z.output<typeof DecisionRequest>

export const SuspensionRequest = z.object({
  until: OptionalUntil,
  reason: required(MAX_SUSPENSION_REASON, 'Scrivi il motivo della sospensione.'),
})
export type SuspensionRequest = z.output<typeof SuspensionRequest>

export const ObjectionRequest = z.object({ text: required(MAX_FACTS, 'Scrivi perché non sei d’accordo.') })

const review = { facts: required(MAX_FACTS, 'Scrivi i fatti su cui si basa la decisione.') }
/** A decision is taken back because of the facts alone; whoever upholds it names the rule. */
export const ReviewOfDecision = z.discriminatedUnion(
  'outcome',
  [
    z.object({
      ...review,
      outcome: z.literal('upheld'),
      ground: required(MAX_GROUND, 'Scrivi la norma o la clausola su cui si basa la decisione.'),
    }),
    z.object({
      ...review,
      outcome: z.literal('reversed'),
      ground: paragraph(MAX_GROUND)
        .nullish()
        .transform((value) => value ?? ''),
    }),
  ],
  'Scegli se confermare o annullare.',
)
export type ReviewOfDecision = z.output<typeof ReviewOfDecision>

const Person = z.object({ _id: z.string(), username: z.string() })

export const DecisionView = z.object({
  _id: z.string(),
  kind: z.enum(DECISION_KINDS),
  title: z.string(),
  path: z.string(),
  author: Person.nullable(),
  action: z.enum(DECISION_ACTIONS),
  facts: z.string(),
  ground: z.string(),
  basis: z.enum(BASES),
  until: z.string().nullable(),
  /** Taken after a report, not on our own initiative. */
  reported: z.boolean(),
  automated: z.boolean(),
  at: z.string(),
  objection: z.object({ text: z.string(), at: z.string() }).nullable(),
  review: z.object({ outcome: z.enum(OUTCOMES), facts: z.string(), ground: z.string(), at: z.string() }).nullable(),
})
export type DecisionView = z.infer<typeof DecisionView>

export const ReportView = z.object({
  _id: z.string(),
  number: z.number(),
  kind: z.enum(REPORT_KINDS),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  content: z.string(),
  author: Person.nullable(),
  reporter: z.object({
    _id: z.string().nullable(),
    name: z.string(),
    /** For admins; empty for moderators. */
    email: z.string(),
    established: z.boolean(),
  }),
  reason: z.enum(REPORT_REASON_NAMES),
  explanation: z.string(),
  /** Whether this report hid the listing until a moderator decides. */
  hid: z.boolean(),
  state: z.enum(['open', 'decided']),
  at: z.string(),
  decision: DecisionView.nullable(),
})
export type ReportView = z.infer<typeof ReportView>

export const ReportPage = z.object({ reports: z.array(ReportView), total: z.number(), pages: z.number() })
export type ReportPage = z.infer<typeof ReportPage>
export const Objections = z.object({ decisions: z.array(DecisionView) })

export const SuspensionView = z.object({
  suspension: z.object({ until: z.string().nullable(), reason: z.string() }),
  decision: z.object({ _id: z.string() }),
})

export const AuditQuery = z.object({
  p: pageNumber,
  /** Only entries by or about this member. */
  member: emptyAsMissing(z.uuid().optional()),
  kind: emptyAsMissing(z.enum(AUDIT_KIND_NAMES, 'Questo genere di azioni non esiste.').optional()),
  /** The last day, as yyyy-MM-dd in Italy. */
  until: emptyAsMissing(z.string().refine(isDate, 'Questo giorno non esiste.').optional()),
})
export type AuditQuery = z.output<typeof AuditQuery>
export const AuditPage = z.object({
  entries: z.array(
    z.object({
      _id: z.string(),
      at: z.string(),
      action: z.string(),
      actor: Person.extend({ role: z.enum(ROLES) }).nullable(),
      subject: z.string(),
      /** The name of the member that the entry is about. */
      about: z.string(),
      details: z.record(z.string(), z.unknown()),
      /** What the desk did, with names; empty for other entries. */
      text: z.string(),
    }),
  ),
  total: z.number(),
  pages: z.number(),
})
export type AuditPage = z.infer<typeof AuditPage>
