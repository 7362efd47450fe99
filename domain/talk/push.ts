// Notifications of the browser (Web Push). Must not import zod: browsers load this file.

import { PLAIN_HOST } from '#domain/base/urls.ts'

export const PUSH_WORKER = '/sw.js'

export const PUSH_MESSAGES = {
  unknownService: 'Questo browser usa un servizio di notifiche che non conosciamo.',
  invalid: 'I dati del browser non sono validi.',
  added: 'Le notifiche arrivano su questo dispositivo.',
  removed: 'Le notifiche non arrivano più su questo dispositivo.',
} as const

// The server sends requests to these hosts only: a member could otherwise make it call any address.
const SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

export const isPushService = (endpoint: string): boolean => {
  const url = URL.parse(endpoint)
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    PLAIN_HOST.test(url.hostname) &&
    SERVICES.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}
