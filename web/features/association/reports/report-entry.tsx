import { Link } from 'react-router'
import type { ReportView } from '#domain/association/reports.schema.ts'
import { actionText, firstUpper, REPORT_REASONS, thingName } from '#domain/association/reports.ts'
import { formatDate, formatTime, theDate } from '#domain/base/dates.ts'
import { DecisionForm } from '#web/features/association/reports/decision-form.tsx'
import { Facts } from '#web/ui/data/facts.tsx'
import styles from './reports.module.css'

const reporterText = ({ name, email, established }: ReportView['reporter']) =>
  [name || '—', email, established ? 'ha già concluso scambi' : ''].filter((part) => part !== '').join(', ')

type Props = { report: ReportView; onDecided: () => void }

export const ReportEntry = ({ report, onDecided }: Props) => {
  const { number, kind, title, path, author, reporter, reason, explanation, content, decision } = report
  return (
    <article className={styles.entry} aria-labelledby={`segnalazione-${number}`}>
      <h2 className={styles.heading} id={`segnalazione-${number}`}>
        N. {number} · {firstUpper(thingName(kind, title))}
      </h2>
      {report.hid && !decision && (
        <p className={styles.hid}>Nascosto in attesa della decisione: l’hanno segnalato più persone.</p>
      )}
      <Facts
        className={styles.facts}
        facts={[
          kind === 'message'
            ? ['Pagina', 'Una conversazione tra due persone: di quella leggi solo il messaggio segnalato.']
            : [
                'Pagina',
                <Link key="path" to={path}>
                  Apri la pagina
                </Link>,
              ],
          ['Di', author?.username ?? 'Utente cancellato'],
          ['Segnalato da', reporterText(reporter)],
          ['Quando', `${formatDate(report.at)} alle ${formatTime(report.at)}`],
          ['Motivo', REPORT_REASONS[reason]],
          ['Spiegazione', explanation],
          ...(content ? ([['Testo segnalato', content]] as const) : []),
        ]}
      />
      {decision ? (
        <p>
          <strong>Deciso {theDate(decision.at)}:</strong> {actionText(decision.action, kind, decision.until)}.{' '}
          <Link to={`/decisioni/${decision._id}`}>Leggi la decisione</Link>
        </p>
      ) : (
        <details className={styles.decide}>
          <summary>Decidi</summary>
          <DecisionForm report={report} onDecided={onDecided} />
        </details>
      )}
    </article>
  )
}
