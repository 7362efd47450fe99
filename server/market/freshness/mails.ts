import { PAUSE_AFTER_DAYS } from '#domain/market/freshness.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type About = { shownName: string; name: string; link: string }

export const questionMail = ({ shownName, name, link }: About): MailContent => ({
  subject: `«${name}» è ancora valido?`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    `il tuo annuncio «${name}» è fermo da tre mesi: è ancora valido?`,
    'Basta un tocco per dire se è ancora valido, se è concluso o se vuoi metterlo in pausa.',
  ],
  action: { label: 'Rispondi', path: link },
  notes: [`Se non rispondi, tra ${PAUSE_AFTER_DAYS} giorni lo mettiamo in pausa. Potrai riattivarlo quando vuoi.`],
})

export const pausedMail = ({ shownName, name, link }: About): MailContent => ({
  subject: `«${name}» è in pausa: è ancora valido?`,
  greeting: `Ciao ${shownName},`,
  paragraphs: [
    `abbiamo messo in pausa il tuo annuncio «${name}»: ti avevamo chiesto se è ancora valido e non hai risposto. Ora gli altri non lo vedono.`,
  ],
  action: { label: 'Riattiva l’annuncio', path: link },
})
