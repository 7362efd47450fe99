import {
  invitationPath,
  newEmailPath,
  recoveryPath,
  restorePath,
  verificationPath,
} from '#domain/accounts/mail-links.ts'
import { INVITATION_DAYS } from '#domain/accounts/member-import.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatTime, untilDate } from '#domain/base/dates.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

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

/** To a member that an admin has imported from a file. */
export const invitationMail = (username: string, token: string, site: SiteSettings): MailContent => ({
  subject: `${site.associationName} ti invita sulla sua piazza`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `${site.associationName} ha preparato per te un account sulla sua piazza, dove ci si scambiano cose, tempo e VAL.`,
    'Per usarlo scegli una password e accetta le condizioni d’uso. Se c’erano annunci tuoi, li trovi in bozza: si vedono solo quando li pubblichi tu.',
  ],
  action: { label: 'Entro in piazza', path: invitationPath(token) },
  notes: [
    `Il link vale ${INVITATION_DAYS} giorni e si usa una volta sola. Se non lo usi, l’account e i dati che contiene vengono cancellati.`,
  ],
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

export const newAddressMail = (username: string, token: string, site: SiteSettings): MailContent => ({
  subject: `Conferma il nuovo indirizzo e-mail su ${site.associationName}`,
  greeting: `Ciao ${username},`,
  paragraphs: ['questo indirizzo è stato indicato come nuova e-mail del tuo account: conferma che è tuo.'],
  action: { label: 'Confermo il nuovo indirizzo', path: newEmailPath(token) },
  notes: ['Il link vale tre giorni e si usa una volta sola.', NOT_MINE],
})

export type CredentialsChange = 'password' | 'email-requested' | 'email'

const CHANGE_TEXTS: Record<CredentialsChange, { subject: (site: SiteSettings) => string; text: string }> = {
  password: {
    subject: (site) => `La tua password su ${site.associationName} è cambiata`,
    text: 'la password del tuo account viene cambiata e tutte le altre sessioni vengono chiuse.',
  },
  'email-requested': {
    subject: (site) => `Nuovo indirizzo e-mail richiesto su ${site.associationName}`,
    text: 'per il tuo account è stato indicato un nuovo indirizzo e-mail: varrà appena sarà confermato da lì.',
  },
  email: {
    subject: (site) => `Il tuo indirizzo e-mail su ${site.associationName} è cambiato`,
    text: 'il nuovo indirizzo e-mail del tuo account è stato confermato: da adesso si accede con quello.',
  },
}

/** To the address before the change, with the link that reverts it. */
export const credentialsChangeMail = (
  change: CredentialsChange,
  { username, token, until }: { username: string; token: string; until: Date },
  site: SiteSettings,
): MailContent => ({
  subject: CHANGE_TEXTS[change].subject(site),
  greeting: `Ciao ${username},`,
  paragraphs: [
    CHANGE_TEXTS[change].text,
    'Se non sei stata o stato tu, annulla la modifica: e-mail e password tornano quelle di prima, le passkey vengono tolte e tutte le sessioni si chiudono.',
  ],
  action: { label: 'Non sono stata o stato io: annulla', path: restorePath(token) },
  notes: [
    `Il link vale ${untilDate(until)} alle ${formatTime(until)} e si usa una volta sola.`,
    'Fino ad allora la chiave del portafoglio non si può leggere e l’account non si può cancellare.',
    'Se sei stata o stato tu, non devi fare altro.',
  ],
})
