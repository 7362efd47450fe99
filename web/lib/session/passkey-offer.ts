import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

// In this browser, because a passkey is of a device.
const offer = browserStore<'due' | 'done' | null>('localStorage', 'offertaPasskey', null)

/** After a sign-in with the password: a passkey is offered, unless it was before. */
export const planPasskeyOffer = (): void => {
  if (offer.read() === null) offer.write('due')
}
/** At sign-out: an offer that nobody answered waits for the next sign-in. */
export const cancelPasskeyOffer = (): void => {
  if (offer.read() === 'due') offer.clear()
}
export const endPasskeyOffer = (): void => offer.write('done')
export const usePasskeyOfferDue = (): boolean => useBrowserStore(offer, null) === 'due'
