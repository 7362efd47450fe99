import { newsletterConfirmationPath, unsubscribeApiPath, unsubscribePath } from '#domain/accounts/mail-links.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { paragraphsOf } from '#domain/talk/newsletter.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

/** Headers for one-click unsubscribe (RFC 8058). */
export const leaveHeaders = (leaveCode: string, site: SiteSettings) => ({
  'List-Unsubscribe': `<${site.publicUrl}${unsubscribeApiPath(leaveCode)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Addressee = { name: string; email: string; leaveCode: string }

export const confirmationMail = (
  { name, email, leaveCode }: Addressee,
  code: string,
  site: SiteSettings,
): MailContent => ({
  subject: `Conferma la tua iscrizione alla newsletter di ${site.associationName}`,
  greeting: `Ciao ${name},`,
  paragraphs: [
    `per ricevere la newsletter di ${site.associationName} manca solo la tua conferma.`,
    'Qualcuno, speriamo tu, l’ha chiesta per questo indirizzo.',
  ],
  action: { label: 'Conferma l’iscrizione', path: newsletterConfirmationPath(email, code) },
  notes: [
    'Se non l’hai chiesta tu, non fare nulla: senza conferma non ti scriveremo più e l’indirizzo sarà cancellato.',
  ],
  leave: { label: 'Disiscriviti dalla newsletter', path: unsubscribePath(leaveCode) },
})

type Letter = { subject: string; text: string }
type LetterParts = { name: string; list: MailContent['list'] }

const letter = ({ subject, text }: Letter, { name, list }: LetterParts): MailContent => ({
  subject,
  greeting: `Ciao ${name},`,
  paragraphs: paragraphsOf(text),
  linked: true,
  ...(list ? { list } : {}),
})

/** To a subscriber: always with the link and the headers to unsubscribe. */
export const subscriberLetter = (content: Letter, parts: LetterParts & { leaveCode: string }, site: SiteSettings) => ({
  content: {
    ...letter(content, parts),
    leave: { label: 'Disiscriviti dalla newsletter', path: unsubscribePath(parts.leaveCode) },
  },
  headers: leaveHeaders(parts.leaveCode, site),
})

/** To a member: a service message, which has no unsubscribe link. */
export const memberLetter = (content: Letter, parts: LetterParts, site: SiteSettings) => ({
  content: {
    ...letter(content, parts),
    notes: [`Ricevi questo messaggio di servizio perché hai un account sulla piazza di ${site.associationName}.`],
  },
})
