import { ALARM_MINUTES, STATUS_LABELS, type StatusPart } from '#domain/association/status.ts'
import { formatTime, sinceDate, theDate } from '#domain/base/dates.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

const from = (moment: Date): string => `${sinceDate(moment)} alle ${formatTime(moment)}`
const labels = (parts: readonly { part: StatusPart }[]): string =>
  parts.map(({ part }) => STATUS_LABELS[part]).join(', ')
const ACTION = { label: 'Vai allo stato del sito', path: '/stato' }

export type Outage = { part: StatusPart; since: Date; error: string }

// Everything still works, but not for long, or not if something breaks.
const PRECAUTIONS: readonly StatusPart[] = ['disk', 'backup']
const arePrecautions = (parts: readonly { part: StatusPart }[]): boolean =>
  parts.every(({ part }) => PRECAUTIONS.includes(part))

export const alarmMail = (to: string, outages: readonly Outage[]): MailContent => ({
  subject: `${arePrecautions(outages) ? 'Da sistemare' : 'Non funziona'}: ${labels(outages)}`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    arePrecautions(outages)
      ? 'la piazza funziona, ma qualcosa va sistemato:'
      : `da almeno ${ALARM_MINUTES} minuti qualcosa che serve alla piazza non funziona:`,
    ...outages.map(({ part, since, error }) => `${STATUS_LABELS[part]}, ${from(since)}.\n${error}`),
    'Ti scriviamo di nuovo quando è a posto.',
  ],
  action: ACTION,
  notes: ['Questa e-mail va a chi amministra.'],
})

export const allClearMail = (
  to: string,
  outages: readonly (Omit<Outage, 'error'> & { until: Date })[],
): MailContent => ({
  subject: `${arePrecautions(outages) ? 'A posto' : 'Funziona di nuovo'}: ${labels(outages)}`,
  greeting: `Ciao ${to},`,
  paragraphs: outages.map(
    ({ part, since, until }) =>
      `${STATUS_LABELS[part]}: interruzione ${from(since)}, finita ${theDate(until)} alle ${formatTime(until)}.`,
  ),
  action: ACTION,
  notes: ['Questa e-mail va a chi amministra.'],
})
