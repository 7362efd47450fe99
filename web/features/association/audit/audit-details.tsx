import { Link } from 'react-router'
import { ROLE_NAMES } from '#domain/accounts/access.ts'
import type { AuditPage } from '#domain/association/reports.schema.ts'
import {
  DECISION_KIND_NAMES,
  type DecisionKind,
  REPORT_REASONS,
  type ReportReason,
} from '#domain/association/reports.ts'
import type { SettingsContent } from '#domain/association/settings.schema.ts'
import type { SettleOutcome } from '#domain/exchange/orders.ts'
import { describeAction, TREASURY_ACTIONS } from '#domain/val/treasury.ts'

type Entry = AuditPage['entries'][number]
type Props = { entry: Entry }

const FIELD_NAMES: Record<string, string> = { name: 'nome', isSeller: 'offerente', role: 'ruolo', email: 'e-mail' }
const SETTING_NAMES: Record<keyof SettingsContent, string> = {
  name: 'nome',
  url: 'sito',
  logo: 'logo',
  colours: 'colori',
  banner: 'banner',
  strip: 'striscia',
  valAppUrl: 'sito per i VAL',
  marketUrl: 'mercato esterno',
  partners: 'partner',
  contacts: 'contatti',
  welcome: 'VAL di benvenuto',
  limits: 'limiti',
}

/** The names of changed fields; entries of older versions may have others. */
const namesOf = (fields: unknown, names: Record<string, string>): string =>
  Array.isArray(fields) ? fields.map((field) => names[field] ?? String(field)).join(', ') : ''

const Decision = ({ entry: { details } }: Props) => (
  <Link to={`/decisioni/${details.decision}`}>
    {details.kind ? `Su ${DECISION_KIND_NAMES[details.kind as DecisionKind]}` : 'Leggi la decisione'}
  </Link>
)

const Change = ({ entry: { details } }: Props) => {
  const names = namesOf(details.changed, FIELD_NAMES)
  const role =
    Array.isArray(details.changed) && details.changed.includes('role')
      ? `: ${ROLE_NAMES[details.role as keyof typeof ROLE_NAMES]}`
      : ''
  return <>{names ? `Cambiati: ${names}${role}` : 'Niente di cambiato'}</>
}

const OUTCOMES: Record<SettleOutcome, string> = {
  return: 'I VAL tornano a chi li aveva trasferiti',
  keep: 'Ognuno tiene quello che ha',
  close: 'Chiusa',
}

const SettledOrder = ({ entry: { details } }: Props) => (
  <>
    <Link to={`/order/${details.order}`}>{OUTCOMES[details.outcome as SettleOutcome]}</Link>: {String(details.reason)}
  </>
)

/** The details of an audit entry besides actor, action and subject. */
export const AuditDetails = ({ entry }: Props) => {
  const { action, about, subject, details } = entry
  const treasury = TREASURY_ACTIONS.find((name) => name === action)
  if (treasury) {
    const { amount, gifts } = details
    return <>{describeAction(treasury, { amount: Number(amount), gifts: Number(gifts), to: about, date: subject })}</>
  }
  if (details.decision) return <Decision entry={entry} />
  if (details.listing) return <Link to={`/product/${details.listing}`}>{String(details.name ?? 'L’annuncio')}</Link>
  switch (action) {
    case 'member.edit':
      return <Change entry={entry} />
    case 'order.settle':
      return <SettledOrder entry={entry} />
    case 'report.add':
      return (
        <>
          Su {DECISION_KIND_NAMES[details.kind as DecisionKind]}: {REPORT_REASONS[details.reason as ReportReason]}
        </>
      )
    case 'settings.write':
      return <>Cambiati: {namesOf(details.fields, SETTING_NAMES) || 'niente'}</>
    case 'newsletter.send':
      return <Link to={`/scrivi/${subject}`}>Leggi che cosa è partito</Link>
    case 'text.write':
      return <>Versione {String(details.version)}</>
    default:
      return <>{entry.text || '—'}</>
  }
}
