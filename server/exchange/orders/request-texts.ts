import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import type { Section } from '#domain/market/listings.ts'

/** The parts of the two mails about a new request that depend on its kind; arguments are the names of the parties. */
type RequestTexts = {
  subject: (requester: string, association: string) => string
  intro: (requester: string) => string
  next: string
  notes: string[]
  copySubject: (owner: string) => string
  copyIntro: (owner: string) => string
  copyNext: (owner: string) => string
}

export const HAND_OVER = 'Accordatevi su dove e quando consegnare.'
const waitFor = (owner: string) => `Ora tocca a ${owner} rispondere: ti scriviamo appena lo fa.`
const ANSWER = 'Rispondi dalla pagina della richiesta: accetta, proponi un’altra somma o rispondi di no.'
const SHORT_ANSWER = 'Rispondi dalla pagina della richiesta: accetta o rispondi di no.'
const DEADLINE = [`Se non rispondi, dopo ${EXPIRY_DAYS} giorni la richiesta scade.`]

const TEXTS: Record<Section, RequestTexts> = {
  offro: {
    subject: (requester, association) => `${requester} ti contatta su ${association}`,
    intro: (requester) => `a ${requester} interessa quello che offri:`,
    next: ANSWER,
    notes: DEADLINE,
    copySubject: (owner) => `Copia della tua richiesta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato a ${owner} la tua richiesta con i tuoi contatti:`,
    copyNext: waitFor,
  },
  cerco: {
    subject: (requester) => `${requester} ha quello che cerchi`,
    intro: (requester) => `${requester} risponde al tuo annuncio e ti offre quello che cerchi:`,
    next: ANSWER,
    notes: DEADLINE,
    copySubject: (owner) => `Copia della tua risposta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato la tua risposta, con i tuoi contatti, a ${owner}, che cerca:`,
    copyNext: waitFor,
  },
  propongo: {
    subject: (requester) => `${requester} risponde alla tua proposta`,
    intro: (requester) => `a ${requester} interessa la tua proposta:`,
    next: SHORT_ANSWER,
    notes: DEADLINE,
    copySubject: (owner) => `Copia della tua risposta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato la tua risposta, con i tuoi contatti, a ${owner}, che propone:`,
    copyNext: waitFor,
  },
  avviso: {
    subject: (requester) => `${requester} partecipa al tuo evento`,
    intro: (requester) => `${requester} partecipa al tuo evento:`,
    next: 'Non serve rispondere. Se cambia qualcosa nell’annuncio, lo diciamo noi a chi partecipa.',
    notes: ['La partecipazione si conclude da sola dopo l’evento.'],
    copySubject: (owner) => `Copia della tua partecipazione all’evento di ${owner}`,
    copyIntro: (owner) => `abbiamo fatto sapere a ${owner} che partecipi, con i tuoi contatti:`,
    copyNext: () => 'Se non puoi più venire, annulla la partecipazione dalla sua pagina.',
  },
  dono: {
    subject: (requester) => `A ${requester} interessa quello che doni`,
    intro: (requester) => `a ${requester} interessa quello che doni:`,
    next: `È un dono: non si paga niente. ${SHORT_ANSWER}`,
    notes: DEADLINE,
    copySubject: (owner) => `Copia della tua richiesta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato a ${owner} la tua richiesta con i tuoi contatti:`,
    copyNext: waitFor,
  },
}

/** An offer without a price has the texts of a gift. */
export const requestTexts = ({ kind, payer }: { kind: Section; payer: string | null }): RequestTexts =>
  TEXTS[kind === 'offro' && !payer ? 'dono' : kind]
