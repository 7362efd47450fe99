import { PLAIN_HOST_OR_IPV6 } from '#domain/base/urls.ts'

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where to listen or connect: a path, or a port on this machine. */
export const lmtpTarget = ({ hostname, port, pathname }: URL): { path: string } | { host: string; port: number } =>
  hostname === '' ? { path: decodeURIComponent(pathname) } : { host: hostname, port: Number(port) }

/** Whether an imap: or imaps: address has a plain host, and an lmtp: address a path, or a port on this machine. */
export const isMailInUrl = (address: string): boolean => {
  const url = URL.parse(address)
  if (!url || /%(?![\da-f]{2})/i.test(address)) return false
  const { protocol, hostname, port, pathname } = url
  if (protocol !== 'lmtp:') return PLAIN_HOST_OR_IPV6.test(hostname)
  return hostname === '' ? pathname.length > 1 : LOCAL_HOST.test(hostname) && port !== ''
}
