import { threadPath } from '#domain/talk/threads.ts'
import type { Subject } from '#server/talk/inbound/store.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

export const subjectPath = ({ orderId, threadId }: Subject): string =>
  orderId === null ? threadPath(threadId) : `/order/${orderId}`

type Told = { shownName: string; link: string }

export const notDeliveredMail = ({ shownName, link }: Told, reason: string): MailContent => ({
  subject: 'Il tuo messaggio non è arrivato',
  greeting: `Ciao ${shownName},`,
  paragraphs: ['la tua risposta per e-mail non è diventata un messaggio.', reason],
  action: { label: 'Scrivi dal sito', path: link },
})

export const attachmentsMail = ({ shownName, link }: Told): MailContent => ({
  subject: 'Il tuo messaggio è arrivato, senza allegati',
  greeting: `Ciao ${shownName},`,
  paragraphs: ['il testo della tua risposta è arrivato. Gli allegati no: per e-mail arriva solo il testo.'],
  action: { label: 'Apri la conversazione', path: link },
})

export const unknownAddressMail = (): MailContent => ({
  subject: 'Il tuo messaggio non è arrivato',
  greeting: 'Ciao,',
  paragraphs: [
    'hai scritto a un indirizzo a cui non si può più rispondere: la conversazione è finita, hai cambiato e-mail o password, una tua risposta è andata anche ad altri, oppure l’indirizzo è sbagliato.',
  ],
  action: { label: 'Vai ai tuoi messaggi', path: '/messaggi' },
  notes: ['Te lo diciamo una volta sola: ad altre e-mail a questi indirizzi non risponderemo.'],
})

type Asked = Told & {
  title: string
  to: string
  /** Null if it is the member's own. */
  sender: string | null
  answer: 'yes' | 'no' | null
  isShared: boolean
}

const QUESTIONS = {
  yes: ({ to, title }: Asked) => ({
    subject: `Conferma il tuo «sì» a ${to}`,
    text: `hai risposto «sì» alla richiesta di ${to}: «${title}». Un’e-mail si può falsificare, perciò la richiesta è accettata solo se lo confermi.`,
    label: 'Conferma il «sì»',
  }),
  no: ({ to, title }: Asked) => ({
    subject: `Conferma il tuo «no» a ${to}`,
    text: `hai risposto «no» alla richiesta di ${to}: «${title}». Un’e-mail si può falsificare, perciò la richiesta si chiude solo se lo confermi.`,
    label: 'Conferma il «no»',
  }),
  message: ({ to, title, sender }: Asked) => ({
    subject: `È tua la risposta a ${to}?`,
    text: sender
      ? `da ${sender} è arrivata una risposta a ${to} su «${title}». Non è il tuo indirizzo: la mandiamo solo se confermi che è tua.`
      : `la tua risposta a ${to} su «${title}» è andata anche ad altri. Un’e-mail si può falsificare, perciò la mandiamo solo se confermi che è tua.`,
    label: 'Leggi e decidi',
  }),
}

const ADDRESS_ENDED =
  'Chi ha ricevuto con noi la risposta ha visto l’indirizzo a cui rispondi e potrebbe scrivere al posto tuo: non vale più. La prossima e-mail su questa conversazione ne ha uno nuovo; rispondi solo a noi, senza altri destinatari.'

export const questionMail = (asked: Asked): MailContent => {
  const { subject, text, label } = QUESTIONS[asked.answer ?? 'message'](asked)
  return {
    subject,
    greeting: `Ciao ${asked.shownName},`,
    paragraphs: [text],
    action: { label, path: asked.link },
    notes: [
      ...(asked.isShared ? [ADDRESS_ENDED] : []),
      'Se non l’hai scritta tu, non devi fare nulla: dopo sette giorni la risposta è cancellata.',
    ],
  }
}
