import type { SiteSettings } from '#domain/association/settings.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type Change = { username: string; name: string }

export const passkeyAddedMail = ({ username, name }: Change, site: SiteSettings): MailContent => ({
  subject: `Nuova passkey per il tuo account su ${site.associationName}`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `al tuo account è stata aggiunta la passkey «${name}»: con quel dispositivo si può accedere senza password.`,
    'Se non sei stata o stato tu, rimuovila dal profilo e cambia subito la password.',
  ],
  action: { label: 'Guardo le mie passkey', path: '/profile#passkey' },
  notes: ['Se l’hai aggiunta tu, non devi fare altro.'],
})

export const passkeyRemovedMail = ({ username, name }: Change, site: SiteSettings): MailContent => ({
  subject: `Passkey rimossa dal tuo account su ${site.associationName}`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `dal tuo account è stata rimossa la passkey «${name}»: con quella non si accede più.`,
    'Se non sei stata o stato tu, cambia subito la password.',
  ],
  action: { label: 'Guardo le mie passkey', path: '/profile#passkey' },
  notes: ['Se l’hai rimossa tu, non devi fare altro.'],
})
