import { PAUSE_AFTER_DAYS } from '#domain/market/freshness.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type About = { username: string; name: string; link: string }

export const questionMail = ({ username, name, link }: About): MailContent => ({
  subject: `«${name}» è ancora valido?`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `da tre mesi non succede niente al tuo annuncio «${name}». È ancora valido?`,
    'Dalla pagina rispondi con un tocco: sì, è concluso, oppure lo metti in pausa.',
  ],
  action: { label: 'Rispondo', path: link },
  notes: [`Se non rispondi, tra ${PAUSE_AFTER_DAYS} giorni lo mettiamo in pausa. Potrai riattivarlo quando vuoi.`],
})

export const pausedMail = ({ username, name, link }: About): MailContent => ({
  subject: `«${name}» è in pausa: non sappiamo se è ancora valido`,
  greeting: `Ciao ${username},`,
  paragraphs: [
    `ti avevamo chiesto se il tuo annuncio «${name}» è ancora valido. Non avendo risposta, l’abbiamo messo in pausa: gli altri ora non lo vedono.`,
  ],
  action: { label: 'È ancora valido', path: link },
})
