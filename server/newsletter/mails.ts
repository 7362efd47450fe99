import { newsletterConfirmationPath, unsubscribePath } from '#domain/mail-links.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { MailContent } from '#server/mail/render.ts'

type Addressee = { name: string; email: string; leaveCode: string }

export const confirmationMail = (
  { name, email, leaveCode }: Addressee,
  code: string,
  site: SiteSettings,
): MailContent => ({
  subject: `Conferma la tua iscrizione alla newsletter di ${site.associationName}`,
  greeting: `Ciao ${name},`,
  paragraphs: [
    `qualcuno, speriamo tu, ha chiesto di ricevere la newsletter di ${site.associationName} a questo indirizzo.`,
    'Per riceverla manca solo la tua conferma.',
  ],
  action: { label: 'Confermo l’iscrizione', path: newsletterConfirmationPath(email, code) },
  notes: [
    'Se non l’hai chiesta tu, non fare nulla: senza conferma non ti scriveremo più e l’indirizzo sarà cancellato.',
  ],
  leave: { label: 'Non voglio più ricevere la newsletter', path: unsubscribePath(leaveCode) },
})
