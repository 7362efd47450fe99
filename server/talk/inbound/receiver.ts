import type { Worker } from '#server/platform/jobs/worker.ts'
import { makeImapReceiver, probeImap } from '#server/talk/inbound/imap.ts'
import { makeLmtpReceiver, probeLmtp } from '#server/talk/inbound/lmtp.ts'
import type { Receive } from '#server/talk/inbound/receiving.ts'

type Parts = { url: string; inbound: { receive: Receive }; report: (error: unknown, message: string) => void }

const isLmtp = ({ protocol }: URL): boolean => protocol === 'lmtp:'

/** What brings mails in: a mailbox that is read, or a socket to which the mail server of this machine delivers. */
export const makeMailReceiver = ({ url, inbound, report }: Parts): Worker => {
  const parts = { url: new URL(url), receive: inbound.receive, report }
  return isLmtp(parts.url) ? makeLmtpReceiver(parts) : makeImapReceiver(parts)
}

/** Throws if no mails can come in. Returns how many wait in the mailbox; undefined for a socket. */
export const probeMailIn = async (address: string): Promise<number | undefined> => {
  const url = new URL(address)
  if (!isLmtp(url)) return probeImap(url)
  await probeLmtp(url)
  return undefined
}
