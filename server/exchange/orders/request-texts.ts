import { dative } from '#domain/accounts/names.ts'
import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import type { Section } from '#domain/market/listings.ts'

/** The parts of the two mails about a new request that depend on its kind, with the name of a party and those of the items. */
type RequestTexts = {
  subject: (requester: string, items: string) => string
  intro: (requester: string) => string
  next: string
  notes: string[]
  copySubject: (owner: string, items: string) => string
  copyIntro: (owner: string) => string
  copyNext: (owner: string) => string
}

export const HAND_OVER = 'Accordatevi su dove e quando consegnare.'
const newRequest = (requester: string, items: string) => `Nuova richiesta di ${requester}: ${items}`
const requestSent = (owner: string, items: string) => `Richiesta inviata ${dative(owner)}: ${items}`
const answerSent = (owner: string, items: string) => `Risposta inviata ${dative(owner)}: ${items}`
const waitFor = (owner: string) => `Ora tocca ${dative(owner)}: ti scriviamo appena risponde.`
const ANSWER = 'Dalla pagina della richiesta puoi accettare, proporre un’altra somma o dire di no.'
const SHORT_ANSWER = 'Dalla pagina della richiesta puoi accettare o dire di no.'
const DEADLINE = [`Se non rispondi, dopo ${EXPIRY_DAYS} giorni la richiesta scade.`]

const TEXTS: Record<Section, RequestTexts> = {
  offro: {
    subject: newRequest,
    intro: (requester) => `${dative(requester)} interessa quello che offri:`,
    next: ANSWER,
    notes: DEADLINE,
    copySubject: requestSent,
    copyIntro: (owner) => `la tua richiesta ${dative(owner)} è partita, con i tuoi contatti:`,
    copyNext: waitFor,
  },
  cerco: {
    subject: (requester, items) => `${requester} ha quello che cerchi: ${items}`,
    intro: (requester) => `${requester} risponde al tuo annuncio e ti offre quello che cerchi:`,
    next: ANSWER,
    notes: DEADLINE,
    copySubject: answerSent,
    copyIntro: (owner) => `la tua risposta ${dative(owner)} è partita, con i tuoi contatti:`,
    copyNext: waitFor,
  },
  propongo: {
    subject: (requester, items) => `${requester} risponde alla tua proposta: ${items}`,
    intro: (requester) => `${dative(requester)} interessa la tua proposta:`,
    next: SHORT_ANSWER,
    notes: DEADLINE,
    copySubject: answerSent,
    copyIntro: (owner) => `la tua risposta ${dative(owner)} è partita, con i tuoi contatti:`,
    copyNext: waitFor,
  },
  avviso: {
    subject: (requester, items) => `${requester} partecipa al tuo evento: ${items}`,
    intro: (requester) => `${requester} partecipa al tuo evento:`,
    next: 'Non serve rispondere. Se cambiano data o luogo, lo diciamo noi a chi partecipa.',
    notes: ['La partecipazione si conclude da sola dopo l’evento.'],
    copySubject: (_owner, items) => `Partecipi all’evento: ${items}`,
    copyIntro: (owner) => `partecipi: l’abbiamo detto ${dative(owner)}, con i tuoi contatti.`,
    copyNext: () => 'Se non puoi più venire, annulla la partecipazione dalla sua pagina.',
  },
  dono: {
    subject: newRequest,
    intro: (requester) => `${dative(requester)} interessa quello che doni:`,
    next: `È un dono, non si paga niente. ${SHORT_ANSWER}`,
    notes: DEADLINE,
    copySubject: requestSent,
    copyIntro: (owner) => `la tua richiesta ${dative(owner)} è partita, con i tuoi contatti:`,
    copyNext: waitFor,
  },
}

/** An offer without a price has the texts of a gift. */
export const requestTexts = ({ kind, payer }: { kind: Section; payer: string | null }): RequestTexts =>
  TEXTS[kind === 'offro' && !payer ? 'dono' : kind]
