import type { SiteSettings } from '#domain/association/settings.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type Change = { shownName: string; name: string }

export const passkeyAddedMail = ({ shownName, name }: Change, site: SiteSettings): MailContent => ({
  subject: `Nuova passkey per il tuo account su ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    `al tuo account è stata aggiunta la passkey «${name}»: con quel dispositivo si può accedere senza password.`,
    'Se non l’hai aggiunta tu, rimuovila dal profilo e cambia subito la password.',
  ],
  action: { label: 'Guarda le tue passkey', path: '/profilo/sicurezza#passkey' },
  notes: ['Se l’hai aggiunta tu, non devi fare altro.'],
})

export const passkeyRemovedMail = ({ shownName, name }: Change, site: SiteSettings): MailContent => ({
  subject: `Passkey rimossa dal tuo account su ${site.associationName}`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    `dal tuo account è stata rimossa la passkey «${name}»: con quella non si accede più.`,
    'Se non l’hai rimossa tu, cambia subito la password.',
  ],
  action: { label: 'Guarda le tue passkey', path: '/profilo/sicurezza#passkey' },
  notes: ['Se l’hai rimossa tu, non devi fare altro.'],
})
