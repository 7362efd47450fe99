import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

// Stored per browser, because a passkey belongs to a device.
const offer = browserStore<'due' | 'done' | null>('localStorage', 'offertaPasskey', null)

/** Call after a sign-in with the password: offers a passkey, unless one was offered before. */
export const planPasskeyOffer = (): void => {
  if (offer.read() === null) offer.write('due')
}
/** Call at sign-out: an offer without an answer is made again after the next sign-in. */
export const cancelPasskeyOffer = (): void => {
  if (offer.read() === 'due') offer.clear()
}
export const endPasskeyOffer = (): void => offer.write('done')
export const usePasskeyOfferDue = (): boolean => useBrowserStore(offer, null) === 'due'
