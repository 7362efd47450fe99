import { PUSH_WORKER } from '#domain/push.ts'
import { call } from '#web/client.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext

const findSubscription = async (): Promise<PushSubscription | null | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER)
  return registration?.pushManager.getSubscription()
}

export const readPushState = async (): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await findSubscription()) ? 'on' : 'off'
}

/** Asks for permission and registers the service worker, which exists for notifications only. */
export const turnOnPush = async (): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  await navigator.serviceWorker.register(PUSH_WORKER)
  const registration = await navigator.serviceWorker.ready
  const { publicKey } = await call('GET /api/push')
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call('POST /api/push', { body: { endpoint, keys: { p256dh, auth } } })
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
