import { PUSH_WORKER } from '#domain/talk/push.ts'
import { call, callInBackground } from '#web/client.ts'

const REFUSED = 'Il browser non permette le notifiche: controlla le sue impostazioni sulla privacy e riprova.'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext

const bodyOf = (subscription: PushSubscription) => {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

const findSubscription = async (): Promise<PushSubscription | null | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER)
  return registration?.pushManager.getSubscription()
}

export const readPushState = async (): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await findSubscription()
  if (!subscription) return 'off'
  // Stored again, because the server deletes a subscription with the session that stored it.
  await callInBackground('POST /api/push', { body: bodyOf(subscription) }).catch(() => undefined)
  return 'on'
}

/** Replaces the browser's message, which is in English. */
const refuse = (error: unknown): never => {
  throw new Error(REFUSED, { cause: error })
}

/** Asks for permission and registers the service worker, which exists for notifications only. */
export const turnOnPush = async (): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  await navigator.serviceWorker.register(PUSH_WORKER).catch(refuse)
  const registration = await navigator.serviceWorker.ready
  const { publicKey } = await call('GET /api/push')
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(refuse)
  await call('POST /api/push', { body: bodyOf(subscription) })
  return 'on'
}

export const turnOffPush = async (): Promise<PushState> => {
  const subscription = await findSubscription()
  if (subscription) {
    await call('POST /api/push/remove', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER)
  await registration?.unregister()
  return 'off'
}
