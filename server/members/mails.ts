import { recoveryPath, verificationPath } from '#domain/mail-links.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { MailContent } from '#server/mail/render.ts'

const NOT_MINE = 'Se non sei stata o stato tu, ignora questo messaggio: senza il link non succede nulla.'

export const verificationMail = (username: string, token: string, site: SiteSettings): MailContent => ({
  subject: `Verifica il tuo account su ${site.associationName}`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `ti diamo il benvenuto sulla piazza di ${site.associationName}.`,
    'Per pubblicare annunci, contattare gli offerenti e ricevere il tuo portafoglio VAL, conferma che questo indirizzo è tuo.',
  ],
  action: { label: 'Verifico il mio account', path: verificationPath(token) },
  notes: ['Il link vale sette giorni e si usa una volta sola.', NOT_MINE],
})

export const recoveryMail = (username: string, token: string, site: SiteSettings): MailContent => ({
  subject: `Scegli una nuova password per ${site.associationName}`,
  greeting: `Ciao ${username},`,
  paragraphs: ['qualcuno, speriamo tu, ha chiesto di cambiare la password del tuo account.'],
  action: { label: 'Scelgo una nuova password', path: recoveryPath(token) },
  notes: ['Il link vale un’ora e si usa una volta sola.', NOT_MINE],
})

export const passwordChangedMail = (username: string, site: SiteSettings): MailContent => ({
  subject: `La tua password su ${site.associationName} è cambiata`,
  greeting: `Ciao ${username},`,
  paragraphs: ['la password del tuo account è appena stata cambiata e tutte le altre sessioni sono state chiuse.'],
  action: { label: 'Non sono stata o stato io', path: '/password-recovery' },
  notes: ['Se l’hai cambiata tu, non devi fare altro.'],
})
