import { jobs } from '#server/platform/jobs/jobs.ts'
import { reduceMail } from '#server/talk/inbound/reduce.ts'
import type { InboundStore } from '#server/talk/inbound/store.ts'

export type Envelope = {
  /** Empty if they are not known. */
  recipients: string[]
  /** False for reports and automatic replies: they must not be answered. */
  hasSender: boolean
}
export type Receive = (source: AsyncIterable<Buffer>, envelope: Envelope) => Promise<void>

/** Stores a mail; once this returns, it is not lost. A mail that was stored before is not stored again. */
export const makeReceive =
  ({ store, now }: { store: InboundStore; now: () => Date }): Receive =>
  async (source, { recipients, hasSender }) => {
    const { content, digest } = await reduceMail(source)
    await store.transaction(async (tx) => {
      const id = await store.add(tx, { digest, recipients, hasSender, content, at: now() })
      if (id !== undefined) await jobs.add(tx, 'read-mail', { id })
    })
  }
