import type { Section } from '#domain/market/listings.ts'

/** The parts of the two mails about a new request that depend on its kind; arguments are the names of the parties. */
type RequestTexts = {
  subject: (requester: string, association: string) => string
  intro: (requester: string) => string
  next: string
  note: (requester: string) => string
  copySubject: (owner: string) => string
  copyIntro: (owner: string) => string
  copyNext: (owner: string) => string
  copyNote: string
}

const AGREE = 'Pagamento e consegna si concordano direttamente tra voi.'
const GIFT = 'È un dono: non si paga niente. Accordatevi su come consegnarlo.'
export const HAND_OVER = 'Accordatevi sulla consegna.'
const MARK_PAID = 'Quando avrai ricevuto il pagamento, segnalo nella pagina della richiesta.'
const MARK_RECEIVED = 'Quando avrai ricevuto tutto, segnalo nella pagina della richiesta.'
const CONCLUDE = 'Quando avete finito, uno di voi può concludere la richiesta dalla sua pagina.'

const TEXTS: Record<Section, RequestTexts> = {
  offro: {
    subject: (requester, association) => `${requester} ti contatta su ${association}`,
    intro: (requester) => `a ${requester} interessa quello che offri:`,
    next: AGREE,
    note: () => MARK_PAID,
    copySubject: (owner) => `Copia della tua richiesta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato a ${owner} la tua richiesta con i tuoi contatti:`,
    copyNext: () => AGREE,
    copyNote: MARK_RECEIVED,
  },
  cerco: {
    subject: (requester) => `${requester} ha quello che cerchi`,
    intro: (requester) => `${requester} risponde al tuo annuncio e ti offre quello che cerchi:`,
    next: 'Accordatevi su consegna e pagamento. Qui paghi tu: se vuoi, in VAL dalla pagina della richiesta.',
    note: () => MARK_RECEIVED,
    copySubject: (owner) => `Copia della tua risposta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato la tua risposta, con i tuoi contatti, a ${owner}, che cerca:`,
    copyNext: (owner) => `Accordatevi su consegna e pagamento. Qui paga ${owner}.`,
    copyNote: MARK_PAID,
  },
  propongo: {
    subject: (requester) => `${requester} risponde alla tua proposta`,
    intro: (requester) => `a ${requester} interessa la tua proposta:`,
    next: 'Sentitevi e mettetevi d’accordo.',
    note: () => CONCLUDE,
    copySubject: (owner) => `Copia della tua risposta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato la tua risposta, con i tuoi contatti, a ${owner}, che propone:`,
    copyNext: () => 'Sentitevi e mettetevi d’accordo.',
    copyNote: CONCLUDE,
  },
  avviso: {
    subject: (requester) => `${requester} partecipa al tuo evento`,
    intro: (requester) => `${requester} partecipa al tuo evento:`,
    next: 'Se cambia qualcosa, avvisa chi partecipa.',
    note: () => 'La partecipazione si conclude da sola dopo l’evento.',
    copySubject: (owner) => `Copia della tua partecipazione all’evento di ${owner}`,
    copyIntro: (owner) => `abbiamo fatto sapere a ${owner} che partecipi, con i tuoi contatti:`,
    copyNext: () => 'Se non puoi più venire, chiudi la partecipazione dalla sua pagina.',
    copyNote: 'La partecipazione si conclude da sola dopo l’evento.',
  },
  dono: {
    subject: (requester) => `A ${requester} interessa quello che doni`,
    intro: (requester) => `a ${requester} interessa quello che doni:`,
    next: GIFT,
    note: (requester) => `Quando l’avrà ricevuto, ${requester} lo segnerà nella pagina della richiesta.`,
    copySubject: (owner) => `Copia della tua richiesta a ${owner}`,
    copyIntro: (owner) => `abbiamo inviato a ${owner} la tua richiesta con i tuoi contatti:`,
    copyNext: () => GIFT,
    copyNote: MARK_RECEIVED,
  },
}

/** An offer without a price has the texts of a gift; for a wanted listing without a price nobody pays. */
export const requestTexts = ({ kind, payer }: { kind: Section; payer: string | null }): RequestTexts => {
  if (payer) return TEXTS[kind]
  if (kind === 'offro') return TEXTS.dono
  if (kind !== 'cerco') return TEXTS[kind]
  return { ...TEXTS.cerco, next: HAND_OVER, copyNext: () => HAND_OVER, copyNote: 'Qui nessuno paga.' }
}
