import webPush from 'web-push'
import type { PushSubscription } from '#domain/talk/push.schema.ts'
import { beforeCommit } from '#server/platform/db/before-commit.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { makePost, type Post } from '#server/platform/outgoing/post.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { VapidKeys } from '#server/talk/push/keys.ts'
import type { PushStore, Subscriber, SubscriptionRow } from '#server/talk/push/store.ts'

// Devices are not notified of what is seen on an open page within this time.
const DELAY_MS = 10_000
const TTL_SECONDS = 24 * 60 * 60
// For the whole request. Shorter than DELAY_MS, so that two jobs of a member never run at once.
const DEADLINE_MS = 5_000
// The subscription has expired or belongs to another key.
const INVALID_SUBSCRIPTION = [401, 403, 404, 410]
// Contains no content, because it passes through the push service of the browser vendor.
const PAYLOAD = JSON.stringify({ kind: 'notices' })

type Parts = {
  store: PushStore
  keys: VapidKeys
  /** The VAPID subject, a URL by which push services can contact the operator. */
  subject: string
  isOpen: (session: string) => Promise<boolean>
  now: () => Date
  post?: Post | undefined
}
export type Push = ReturnType<typeof makePush>

export const makePush = ({ store, keys, subject, isOpen, now, post = makePost() }: Parts) => {
  /** Returns undefined if the browser's keys are not valid: only the encryption tells. */
  const encrypt = (endpoint: string, browserKeys: PushSubscription['keys']) => {
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: browserKeys }, PAYLOAD, {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        // A newer notification replaces one that was not delivered yet.
        topic: 'avvisi',
      })
      return { headers, body }
    } catch {
      return undefined
    }
  }

  const send = async ({ endpoint, keys: browserKeys, session }: SubscriptionRow): Promise<void> => {
    if (!(await isOpen(session))) return store.remove(endpoint)
    const message = encrypt(endpoint, browserKeys)
    if (!message) return store.remove(endpoint)
    const status = await post(endpoint, { ...message, deadlineMs: DEADLINE_MS }).catch(() => undefined)
    if (status !== undefined && INVALID_SUBSCRIPTION.includes(status)) await store.remove(endpoint)
  }

  const plan = beforeCommit<string>(async (tx, memberIds) => {
    const added = (await store.subscribed(tx, memberIds)).map((memberId) => ({
      payload: { memberId },
      key: `push ${memberId}`,
    }))
    if (added.length > 0) await jobs.addAll(tx, 'send-push', added, { delayMs: DELAY_MS })
  })

  return {
    publicKey: keys.publicKey,
    add: (by: Subscriber, subscription: PushSubscription): Promise<void> =>
      store.transaction((tx) => store.add(tx, by, subscription, now())),
    remove: (memberId: string, endpoint: string): Promise<void> => store.remove(endpoint, memberId),

    /** Adds one job for each member's devices before the caller's transaction commits. */
    plan,

    /** Not exported: endpoints of push subscriptions are of no use without the keys of this server. */
    personalData: {
      tables: ['push_subscription'],
      erase: (tx, { id }) => store.removeOf(tx, id),
    } satisfies PersonalData,

    /** Failures are ignored, because important notices are also mailed. */
    async send(memberId: string): Promise<void> {
      await Promise.all((await store.of(memberId)).map(send))
    },
  }
}
