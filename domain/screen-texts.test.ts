import { expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { noPlacesLeft, ORDER_MESSAGES, onlyFrom, soldOut, totalChanged } from '#domain/exchange/order-messages.ts'
import { REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'
import { screenText } from '#domain/screen-texts.ts'
import { NEWSLETTER_MESSAGES } from '#domain/talk/newsletter.ts'

test.each([
  [onlyFrom('Il Forno'), "Can't Add To Cart. Buy only from Il Forno in this order"],
  [ORDER_MESSAGES.needsAd, 'Per poter conttatare il offerente serve avere un prodotto in vetrina.'],
  [ACCOUNT_MESSAGES.emailUnknown, "L'email non risulta registrato. Vorresti registrarti addesso?"],
  [ACCOUNT_MESSAGES.deleted, 'Utènte cancellato con successo'],
  [ACCOUNT_MESSAGES.passwordTooShort, 'La password deve avere almeno 6 caratteri'],
  [NEWSLETTER_MESSAGES.confirmationSent, 'Email suscrito in attesa di conferma'],
  [NEWSLETTER_MESSAGES.unconfirmed, 'Email already subscribed but not verified'],
  [NEWSLETTER_MESSAGES.alreadySubscribed, 'Email already subscribed'],
  [REVIEW_INCOMPLETE, 'Per favore lascia la tua valutazione e un commento'],
])('the message is verbatim from the specification: %s', (message, specified) => {
  expect(message).toBe(specified)
})

test.each([
  [
    onlyFrom('Il Forno'),
    'Nel carrello c’è già un annuncio di «Il Forno»: invia prima quella richiesta, o svuota il carrello.',
    '/cart',
  ],
  [
    ORDER_MESSAGES.needsAd,
    'Per contattare qualcuno devi prima avere un tuo annuncio in vetrina.',
    '/productlist/seller',
  ],
  [
    ACCOUNT_MESSAGES.emailUnknown,
    'Questo indirizzo e-mail non risulta registrato. Vuoi registrarti adesso?',
    '/register',
  ],
  [ACCOUNT_MESSAGES.deleted, 'Utente cancellato.', undefined],
  [
    NEWSLETTER_MESSAGES.confirmationSent,
    'Grazie! Per completare l’iscrizione apri l’e-mail che ti abbiamo inviato e clicca sul link.',
    undefined,
  ],
  [
    NEWSLETTER_MESSAGES.unconfirmed,
    'L’iscrizione era già stata chiesta: manca la tua conferma. Apri l’e-mail che ti abbiamo inviato e clicca sul link.',
    undefined,
  ],
  [NEWSLETTER_MESSAGES.alreadySubscribed, 'Grazie per aver riconfermato la tua iscrizione!', undefined],
])('on screen «%s» is correct Italian, with a link to the next step', (message, text, to) => {
  const shown = screenText(message)
  expect([shown.text, shown.link?.to]).toEqual([text, to])
})

test.each([
  [MESSAGES.unauthenticated, '/signin'],
  [MESSAGES.unverified, '/profile'],
  [MESSAGES.publishingClosed, '/contatti'],
  [MESSAGES.listingNotFound, '/search'],
  [ACCOUNT_MESSAGES.wrongCredentials, '/password-recovery'],
  [ORDER_MESSAGES.ownListing, '/productlist/seller'],
  [soldOut('Pane «di casa»', 0), '/search'],
  [soldOut('Pane 2 (con noci) 3', 12), '/cart'],
  [soldOut('Pane 2 (con noci) 3', 1), '/cart'],
  [noPlacesLeft('Ballo'), '/?sezione=avviso'],
  [totalChanged('3 VAL + 2,50 €'), '/cart'],
])('the refusal «%s» is shown as it is, with a link to %s', (message, to) => {
  expect(screenText(message)).toMatchObject({ text: message, link: { to } })
})

test('a missing member is told without a link to the list of members, which only admins can open', () => {
  expect(screenText(ACCOUNT_MESSAGES.memberNotFound)).toEqual({ text: 'Questo utente non esiste.' })
})

test('unknown messages are shown as they are', () => {
  expect(screenText('La catena ha rifiutato: boh')).toEqual({ text: 'La catena ha rifiutato: boh' })
  expect(screenText('constructor')).toEqual({ text: 'constructor' })
})
