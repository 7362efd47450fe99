import { formatDate, formatTime } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { Act } from '#server/accounts/desk/act-texts.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

/** `sum` is the daily limit in VAL. */
const permissions = (sum: number): string =>
  sum > 0
    ? `pubblicare annunci, rispondere e pagare fino a ${formatPrice({ val: sum })} al giorno`
    : 'pubblicare annunci e rispondere'

export const codeMail = (to: string, volunteer: string, { code, sum }: { code: string; sum: number }): MailContent => ({
  subject: 'Il tuo codice per lo sportello',
  greeting: `Ciao ${to},`,
  paragraphs: [
    `${volunteer}, dello sportello, chiede di agire per conto tuo: ${permissions(sum)}.`,
    `Se sei allo sportello e vuoi farti aiutare, di’ questo codice: ${code}`,
  ],
  notes: ['Il codice vale dieci minuti e si usa una volta sola. Se non sei allo sportello, non dirlo a nessuno.'],
})

export const weeklyMail = (to: string, volunteer: string, acts: Act[]): MailContent => ({
  subject: `Sportello: la settimana di ${volunteer}`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `ecco che cosa ha fatto ${volunteer} allo sportello nell’ultima settimana per conto di altre persone. Controlla che sia tutto giusto.`,
    acts.map(({ at, member, text }) => `${formatDate(at)} ${formatTime(at)} · ${member} · ${text}`).join('\n'),
  ],
  notes: ['Se qualcosa non torna, scrivi a chi amministra.'],
})
