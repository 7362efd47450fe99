import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'

/** Tells the admins who are not parties of a request. */
export const tellMediators = (
  notices: Notices,
  tx: Queries,
  { _id, seller, user }: OrderView,
  admins: string[],
  text: string,
): Promise<void> =>
  notices.tellAll(
    tx,
    admins.filter((id) => id !== seller && id !== user._id),
    { kind: 'duty', text, link: `/order/${_id}` },
  )
