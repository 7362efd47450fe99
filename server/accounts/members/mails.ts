import type { Role } from '#domain/accounts/access.ts'
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

const NOT_MINE = 'Se non l’hai chiesto tu, ignora questo messaggio: senza il link non succede nulla.'

export const verificationMail = (
  shownName: string,
  { token, listing }: { token: string; listing: string | undefined },
  site: SiteSettings,
): MailContent => ({
  subject: `Verifica il tuo account su ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    'la registrazione è quasi finita: conferma che questo indirizzo è tuo.',
    `Poi puoi pubblicare il tuo primo annuncio, scrivere agli altri e usare i VAL sulla piazza di ${site.associationName}. Ti diamo il benvenuto!`,
  ],
  action: { label: 'Conferma l’indirizzo', path: verificationPath(token, listing) },
  notes: ['Il link vale sette giorni.', NOT_MINE],
})

/** To a member that an admin has imported from a file. */
export const invitationMail = (shownName: string, token: string, site: SiteSettings): MailContent => ({
  subject: `${site.associationName} ti invita sulla sua piazza`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    `${site.associationName} ti ha preparato un account sulla sua piazza, dove ci si scambiano cose, tempo e VAL.`,
    'Per usarlo scegli una password e accetta le condizioni d’uso. Se c’erano annunci tuoi, li trovi tra le bozze: gli altri li vedono solo quando li pubblichi.',
  ],
  action: { label: 'Entra in piazza', path: invitationPath(token) },
  notes: [
    `Il link vale ${INVITATION_DAYS} giorni e si usa una volta sola. Se non lo usi, l’account e i dati che contiene vengono cancellati.`,
  ],
})

export const recoveryMail = (shownName: string, token: string, site: SiteSettings): MailContent => ({
  subject: `Scegli una nuova password per ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: ['puoi scegliere una nuova password: qualcuno, speriamo tu, l’ha chiesto per il tuo account.'],
  action: { label: 'Scegli una nuova password', path: recoveryPath(token) },
  notes: ['Il link vale un’ora e si usa una volta sola.', NOT_MINE],
})

export const passwordChangedMail = (shownName: string, site: SiteSettings): MailContent => ({
  subject: `La tua password su ${site.associationName} è cambiata`,
  greeting: `Ciao ${shownName},`,
  paragraphs: ['la password del tuo account è appena cambiata: gli altri dispositivi dovranno accedere di nuovo.'],
  action: { label: 'Scegli un’altra password', path: '/password-recovery' },
  notes: ['Se non l’hai cambiata tu, scegline subito un’altra. Se l’hai cambiata tu, non devi fare altro.'],
})

export const newAddressMail = (shownName: string, token: string, site: SiteSettings): MailContent => ({
  subject: `Conferma il nuovo indirizzo e-mail su ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: ['conferma che questo indirizzo è tuo: è stato indicato come nuova e-mail del tuo account.'],
  action: { label: 'Conferma il nuovo indirizzo', path: newEmailPath(token) },
  notes: ['Il link vale tre giorni e si usa una volta sola.', NOT_MINE],
})

const ROLE_TEXTS: Record<Role, { subject: string; text: string; page: { label: string; path: string } }> = {
  member: {
    subject: 'Non hai più un ruolo nell’associazione',
    text: 'chi amministra la piazza ha tolto il tuo ruolo: le pagine dell’associazione non si aprono più. Annunci, richieste e VAL restano come sono.',
    page: { label: 'Vai al tuo profilo', path: '/profile' },
  },
  moderator: {
    subject: 'Adesso sei nella moderazione',
    text: 'chi amministra la piazza ti ha dato un ruolo: leggi le segnalazioni e decidi su annunci, recensioni e messaggi.',
    page: { label: 'Guarda le segnalazioni', path: '/segnalazioni' },
  },
  desk: {
    subject: 'Adesso sei allo sportello',
    text: 'chi amministra la piazza ti ha dato un ruolo: iscrivi e aiuti di persona chi non usa la posta elettronica.',
    page: { label: 'Apri lo sportello', path: '/sportello' },
  },
  admin: {
    subject: 'Adesso amministri la piazza',
    text: 'ti è stato dato un ruolo: vedi e cambi tutto quello che riguarda l’associazione, persone, richieste e tesoreria comprese.',
    page: { label: 'Apri il cruscotto', path: '/dashboard' },
  },
}

export const newRoleMail = (shownName: string, role: Role, site: SiteSettings): MailContent => ({
  subject: `${ROLE_TEXTS[role].subject}: ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [ROLE_TEXTS[role].text, 'Se non te l’aspettavi, scrivi all’associazione.'],
  action: ROLE_TEXTS[role].page,
})

export type CredentialsChange = 'password' | 'email-requested' | 'email'

const CHANGE_TEXTS: Record<CredentialsChange, { subject: (site: SiteSettings) => string; text: string }> = {
  password: {
    subject: (site) => `La tua password su ${site.associationName} è cambiata`,
    text: 'la password del tuo account è cambiata: gli altri dispositivi dovranno accedere di nuovo.',
  },
  'email-requested': {
    subject: (site) => `È stato chiesto un nuovo indirizzo e-mail su ${site.associationName}`,
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
  { shownName, token, until }: { shownName: string; token: string; until: Date },
  site: SiteSettings,
): MailContent => ({
  subject: CHANGE_TEXTS[change].subject(site),
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    CHANGE_TEXTS[change].text,
    'Se non l’hai chiesto tu, annulla la modifica: e-mail e password tornano quelle di prima, le passkey vengono tolte e si esce da tutti i dispositivi.',
  ],
  action: { label: 'Annulla la modifica', path: restorePath(token) },
  notes: [
    `Il link vale ${untilDate(until)} alle ${formatTime(until)} e si usa una volta sola.`,
    'Fino ad allora la chiave del portafoglio non si può leggere e l’account non si può cancellare.',
    'Se l’hai chiesto tu, non devi fare altro.',
  ],
})
