import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import type { ThreadsStore } from '#server/talk/threads/store.ts'

type Parts = {
  store: Pick<ThreadsStore, 'removeOf'>
  notices: Pick<Notices, 'removeAbout'>
  stream: Pick<StreamPublisher, 'removeOf' | 'removeAbout'>
}
export type EraseMessages = ReturnType<typeof makeMessageErasure>

/** Deletes what a member wrote, also from mails and events that wait. Separate from threads, which need members. */
export const makeMessageErasure =
  ({ store, notices, stream }: Parts) =>
  async (tx: Queries, memberId: string): Promise<void> => {
    const threads = await store.removeOf(tx, memberId)
    const [ids, others] = [threads.map(({ id }) => id), [...new Set(threads.map(({ otherId }) => otherId))]]
    await stream.removeOf(tx, memberId)
    await stream.removeAbout(tx, others, ids)
    await notices.removeAbout(
      tx,
      others,
      ids.map((id) => `thread:${id}`),
    )
  }
