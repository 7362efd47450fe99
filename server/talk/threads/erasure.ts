import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import { threadKey } from '#server/talk/threads/mails.ts'
import type { ThreadsStore } from '#server/talk/threads/store.ts'

type Parts = {
  store: Pick<ThreadsStore, 'removeOf'>
  notices: Pick<Notices, 'removeAbout'>
  stream: Pick<StreamPublisher, 'removeOf'>
}
export type EraseMessages = ReturnType<typeof makeMessageErasure>

/** Deletes what a member wrote, and the notices of it. Separate from threads, which need members. */
export const makeMessageErasure =
  ({ store, notices, stream }: Parts) =>
  async (tx: Queries, memberId: string): Promise<void> => {
    const threads = await store.removeOf(tx, memberId)
    await stream.removeOf(tx, memberId)
    await notices.removeAbout(
      tx,
      threads.map(({ otherId }) => otherId),
      threads.map(({ id }) => threadKey(id)),
    )
  }
