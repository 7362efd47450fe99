import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { noPlacesLeft, ORDER_MESSAGES, onlyFrom, soldOut, totalChanged } from '#domain/exchange/order-messages.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import { NEWSLETTER_MESSAGES } from '#domain/talk/newsletter.ts'

/** A message as the screen shows it, with a link to what the reader can do next. */
export type ScreenText = { text: string; link?: { label: string; to: string } }

const LINKS = {
  signIn: { label: 'Accedi', to: '/signin' },
  register: { label: 'Registrati', to: '/register' },
  recovery: { label: 'Scegli una nuova password', to: '/password-recovery' },
  profile: { label: 'Vai al tuo profilo', to: '/profile' },
  search: { label: 'Cerca altri annunci', to: '/search' },
  events: { label: 'Guarda i prossimi eventi', to: '/?sezione=avviso' },
  sellers: { label: 'Guarda chi c’è', to: '/tutti_noi' },
  ownListings: { label: 'Vai ai tuoi annunci', to: '/productlist/seller' },
  firstListing: { label: 'Pubblica il tuo annuncio', to: '/productlist/seller' },
  cart: { label: 'Vai al carrello', to: '/cart' },
  address: { label: 'Scrivi l’indirizzo', to: '/shipping' },
  sendRequest: { label: 'Invia la richiesta', to: '/placeorder' },
  orders: { label: 'Vai alle tue richieste', to: '/orderhistory' },
  members: { label: 'Vai agli utenti', to: '/userlist' },
  newsletter: { label: 'Iscriviti', to: '/newsletter' },
} as const

// Without a text, the message is shown as it is.
const SCREEN_TEXTS: Record<string, Partial<ScreenText>> = {
  [MESSAGES.unauthenticated]: { link: LINKS.signIn },
  [MESSAGES.forbidden]: { link: { label: 'Accedi con un altro account', to: '/signin?riservata' } },
  [MESSAGES.unverified]: { link: { label: 'Invialo di nuovo', to: '/profile' } },
  [MESSAGES.listingNotFound]: { link: LINKS.search },
  [MESSAGES.listingPaused]: { link: LINKS.search },
  [MESSAGES.sellerNotFound]: { link: LINKS.sellers },
  [MESSAGES.publishingClosed]: { link: { label: 'Vai ai contatti', to: '/contatti' } },
  [MESSAGES.tooManyDrafts]: { link: LINKS.ownListings },
  [MESSAGES.tooManyUnusedPictures]: { link: LINKS.ownListings },
  [MESSAGES.ownListingReview]: { link: LINKS.ownListings },
  [MESSAGES.alreadyReviewed]: { link: LINKS.search },
  [MESSAGES.payloadTooLarge]: { text: 'C’è troppo testo: accorcialo e riprova.' },
  [MESSAGES.malformed]: { text: 'Qualcosa nei dati non va: controllali e riprova.' },
  [MESSAGES.idempotencyKeyReused]: {
    text: 'L’invio era già partito con altri dati: ricarica la pagina e controlla prima di riprovare.',
  },
  [MESSAGES.insufficientBalance]: {
    text: 'Nel tuo portafoglio non ci sono abbastanza VAL: accordatevi per pagare in un altro modo.',
    link: { label: 'Guarda il tuo saldo', to: '/portafoglio' },
  },
  [MESSAGES.walletNotFound]: {
    text: 'Non hai ancora un portafoglio: lo ricevi quando verifichi il tuo account.',
    link: LINKS.profile,
  },
  [ACCOUNT_MESSAGES.wrongCredentials]: { link: LINKS.recovery },
  [ACCOUNT_MESSAGES.emailTaken]: { link: LINKS.signIn },
  [ACCOUNT_MESSAGES.emailUnknown]: {
    text: 'Questo indirizzo e-mail non risulta registrato. Vuoi registrarti adesso?',
    link: LINKS.register,
  },
  [ACCOUNT_MESSAGES.alreadyVerified]: { link: LINKS.ownListings },
  [ACCOUNT_MESSAGES.passwordReplaced]: { link: LINKS.signIn },
  [ACCOUNT_MESSAGES.lastAdmin]: { link: LINKS.members },
  [ACCOUNT_MESSAGES.deleted]: { text: 'Utente cancellato.' },
  [ACCOUNT_MESSAGES.noWallet]: { link: LINKS.profile },
  [NEWSLETTER_MESSAGES.confirmationSent]: {
    text: 'Grazie! Per completare l’iscrizione apri l’e-mail che ti abbiamo inviato e clicca sul link.',
  },
  [NEWSLETTER_MESSAGES.unconfirmed]: {
    text: 'L’iscrizione era già stata chiesta: manca la tua conferma. Apri l’e-mail che ti abbiamo inviato e clicca sul link.',
  },
  [NEWSLETTER_MESSAGES.alreadySubscribed]: { text: 'Grazie per aver riconfermato la tua iscrizione!' },
  [NEWSLETTER_MESSAGES.codeInvalid]: { link: LINKS.newsletter },
  [EVENT_MESSAGES.over]: { link: LINKS.events },
  [ORDER_MESSAGES.notFound]: { link: LINKS.orders },
  [ORDER_MESSAGES.needsAd]: {
    text: 'Per contattare qualcuno devi prima avere un tuo annuncio in vetrina.',
    link: LINKS.firstListing,
  },
  [ORDER_MESSAGES.ownListing]: { link: LINKS.ownListings },
  [ORDER_MESSAGES.listingUnavailable]: { link: LINKS.cart },
  [ORDER_MESSAGES.oneAtATime]: { link: LINKS.cart },
  [ORDER_MESSAGES.addressRequired]: { link: LINKS.address },
  [ORDER_MESSAGES.notPaidYet]: {
    text: 'Questa richiesta non risulta ancora pagata: prima chi riceve il pagamento deve confermarlo.',
  },
  [ORDER_MESSAGES.tooLateToUndo]: { text: 'La conferma si può annullare solo entro 24 ore: ora accordatevi tra voi.' },
  [ORDER_MESSAGES.recipientDeleted]: { link: LINKS.search },
  [ORDER_MESSAGES.paymentNotFound]: { link: LINKS.orders },
  [ORDER_MESSAGES.paymentNotUnclaimed]: { link: LINKS.orders },
  [ORDER_MESSAGES.ownerPays]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.nothingToPay]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.withoutWallet]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.notYourWallet]: { link: LINKS.profile },
}

/** Messages that contain a name, some of them followed by a number. */
const WITH_NAME: { message: (name: string) => string; onScreen: (name: string) => Partial<ScreenText> }[] = [
  {
    message: onlyFrom,
    onScreen: (seller) => ({
      text: `Nel carrello c’è già un annuncio di «${seller}»: invia prima quella richiesta, o svuota il carrello.`,
      link: LINKS.cart,
    }),
  },
  { message: totalChanged, onScreen: () => ({ link: LINKS.cart }) },
  { message: (name) => soldOut(name, 0), onScreen: () => ({ link: LINKS.search }) },
  { message: (name) => soldOut(name, 1), onScreen: () => ({ link: LINKS.cart }) },
  { message: (name) => soldOut(name, 2), onScreen: () => ({ link: LINKS.cart }) },
  { message: noPlacesLeft, onScreen: () => ({ link: LINKS.events }) },
]

/** Matches a message with any name and any number. */
const patternOf = (message: (name: string) => string): RegExp => {
  const escaped = message('\n').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\d+/, '\\d+').replace('\n', '(.+)')}$`, 's')
}

const findWithName = (message: string): Partial<ScreenText> | undefined => {
  for (const { message: write, onScreen } of WITH_NAME) {
    const found = patternOf(write).exec(message)
    if (found) return onScreen(found[1] ?? '')
  }
  return undefined
}

/** The text that screens show for a message of the API: correct Italian, and what to do next. Other messages stay as they are. */
export const screenText = (message: string): ScreenText => ({
  text: message,
  ...(SCREEN_TEXTS[message] ?? findWithName(message)),
})
