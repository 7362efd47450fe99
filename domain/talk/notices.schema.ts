import { z } from 'zod'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { isAlwaysMailed, NOTICE_KINDS, NOTICE_MESSAGES, type NoticeKind, WAYS } from '#domain/talk/notices.ts'

const MAX_IDS = 1_000

export const NoticeView = z.object({
  _id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  text: z.string(),
  /** A path of this site. */
  link: z.string(),
  at: z.string(),
  seen: z.boolean(),
})
export type NoticeView = z.infer<typeof NoticeView>

export const NoticeQuery = z.object({ p: pageNumber })
export const NoticePage = z.object({ notices: z.array(NoticeView), unseen: z.number(), pages: z.number() })
export type NoticePage = z.infer<typeof NoticePage>

export const SeenNotices = z.union([
  z.object({ ids: z.array(z.uuid()).max(MAX_IDS) }),
  z.object({ all: z.literal(true) }),
])
export type SeenNotices = z.infer<typeof SeenNotices>
export const Unseen = z.object({ unseen: z.number() })

/** What the header shows on every page: the newest unseen notices, and how many notices and messages were not seen. */
export const UnseenSummary = z.object({
  notices: z.array(NoticeView.pick({ _id: true, link: true })),
  unseen: z.number(),
  messages: z.number(),
  /** Missing unless the member's account is suspended; `decision` is the one to object to. */
  suspension: z
    .object({ until: z.string().nullable(), reason: z.string(), decision: z.string().nullable() })
    .optional(),
})
export type UnseenSummary = z.infer<typeof UnseenSummary>

const ways = <T extends z.ZodType>(wayOf: (kind: NoticeKind) => T) =>
  z.object(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, wayOf(kind)])) as Record<NoticeKind, T>)
export const NoticePreferences = ways(() => z.enum(WAYS))
const OptionalWay = z.enum(WAYS).optional()
// `now` is accepted, so that programs can send back what they have read.
const AlwaysWay = OptionalWay.refine((way) => way === undefined || way === 'now', NOTICE_MESSAGES.always)
/** Kinds that are left out stay as they are. */
export const NoticePreferencesChange = ways((kind) => (isAlwaysMailed(kind) ? AlwaysWay : OptionalWay))
export type NoticePreferencesChange = z.infer<typeof NoticePreferencesChange>
